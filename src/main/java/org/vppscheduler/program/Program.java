package org.vppscheduler.program;

import com.google.common.collect.ImmutableList;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;

/**
 * A program: an immutable graph of operations in one {@link Block}, with who uses which value.
 *
 * <p>Two programs are equal if they have the same structure: equal operations, types, attributes
 * and arguments in the same order, with uses that correspond. Equality, hash code and text form
 * take time linear in operations plus uses.
 */
public final class Program {
  private final Block body;
  private final long version;
  private final boolean trainable;
  private final UseTable uses;

  Program(Block body, long version, boolean trainable) {
    this.body = body;
    this.version = version;
    this.trainable = trainable;
    this.uses = UseTable.of(body, body.scope().valueCount());
  }

  /** Returns a builder of a program. */
  public static ProgramBuilder builder() {
    return new ProgramBuilder();
  }

  /** Returns the version of the operation set that it is written in, from 0. */
  public long version() {
    return version;
  }

  /** Returns whether it keeps what training needs. */
  public boolean trainable() {
    return trainable;
  }

  /** Returns its block. */
  public Block body() {
    return body;
  }

  /** Returns the operations of its block in order; those inside regions are not among them. */
  public ImmutableList<Operation> operations() {
    return body.operations();
  }

  /** Returns how many values it has, those inside regions included. */
  public int valueCount() {
    return uses.valueCount();
  }

  /**
   * Returns the uses of a value in the order of the program: an operation's own operands before
   * those inside its regions. An unmodifiable view, made in constant time, as is each element.
   *
   * @param value a value of this program
   * @throws IllegalArgumentException if it is a value of another program
   */
  public List<Use> usesOf(Value value) {
    checkOwn(value);
    return new UseList(uses, value.number());
  }

  /**
   * Returns the name that a value is known by, or nothing if it has none: its {@linkplain
   * Value#name() own name}, else the {@value Operation#OUTPUT_NAME} of the first {@value
   * Operation#SHADOW_OUTPUT} that uses it. Takes time linear in its uses.
   *
   * @param value a value of this program
   * @throws IllegalArgumentException if it is a value of another program
   */
  public Optional<String> nameOf(Value value) {
    checkOwn(value);
    Optional<String> own = value.name();
    if (own.isPresent()) {
      return own;
    }
    for (Use use : usesOf(value)) {
      if (use.user().name().equals(Operation.SHADOW_OUTPUT)) {
        Optional<String> output = use.user().attributes().text(Operation.OUTPUT_NAME);
        if (output.isPresent()) {
          return output;
        }
      }
    }
    return Optional.empty();
  }

  private void checkOwn(Value value) {
    if (Scope.of(value).root() != body.scope()) {
      throw new IllegalArgumentException("The value, " + value + ", is one of another program.");
    }
  }

  /** Returns whether {@code other} is a program of the same structure. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Program that
            && version == that.version
            && trainable == that.trainable
            && Structure.equal(this, that));
  }

  /** Returns a hash code that fits {@link #equals}. */
  @Override
  public int hashCode() {
    return Structure.hash(this) * 31 + Long.hashCode(version) * 2 + (trainable ? 1 : 0);
  }

  /**
   * Returns the text form: one line for each operation, values numbered in the order of the text.
   * Programs of the same structure have the same text. It is meant for people and may change.
   */
  @Override
  public String toString() {
    return ProgramText.of(this);
  }

  private static final class UseList extends AbstractList<Use> implements RandomAccess {
    private final UseTable uses;
    private final int value;

    UseList(UseTable uses, int value) {
      this.uses = uses;
      this.value = value;
    }

    @Override
    public Use get(int index) {
      return uses.get(value, index);
    }

    @Override
    public int size() {
      return uses.count(value);
    }
  }
}
