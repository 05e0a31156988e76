package org.vppscheduler.program;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An argument of a block, given by position or by keyword. */
public final class BlockArgument implements Value {
  private final Scope scope;
  private final int index;
  private final int number;
  private final Type type;
  private final @Nullable String keyword;
  private final boolean persistable;
  private final boolean stopGradient;

  BlockArgument(
      Scope scope,
      int index,
      Type type,
      @Nullable String keyword,
      boolean persistable,
      boolean stopGradient) {
    this.scope = scope;
    this.index = index;
    this.number = scope.nextNumber();
    this.type = type;
    this.keyword = keyword;
    this.persistable = persistable;
    this.stopGradient = stopGradient;
  }

  @Override
  public Type type() {
    return type;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public Block block() {
    return scope.block();
  }

  Scope scope() {
    return scope;
  }

  /** Returns which of the positional or, for a keyword argument, keyword arguments it is. */
  @Override
  public int index() {
    return index;
  }

  /** Returns its keyword, or nothing if it is given by position. */
  public Optional<String> keyword() {
    return Optional.ofNullable(keyword);
  }

  @Override
  public boolean persistable() {
    return persistable;
  }

  @Override
  public boolean stopGradient() {
    return stopGradient;
  }

  /** Returns the keyword. */
  @Override
  public Optional<String> name() {
    return keyword();
  }

  /** Returns a description for messages, such as {@code keyword argument "x"}. */
  @Override
  public String toString() {
    return keyword == null ? "argument " + index : "keyword argument " + Texts.quoted(keyword);
  }
}
