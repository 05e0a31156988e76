package org.vppscheduler.program;

import java.util.Optional;

/** The part of a training step that an operation belongs to. */
public enum OpRole {
  /** Computes the loss. */
  FORWARD(0),
  /** Computes gradients. */
  BACKWARD(1),
  /** Updates the weights. */
  OPTIMIZE(2);

  /** The name of the attribute that holds the code of an operation's role. */
  public static final String ATTRIBUTE = "op_role";

  private final int code;

  OpRole(int code) {
    this.code = code;
  }

  /** Returns the value of the attribute {@value #ATTRIBUTE} for this role. */
  public int code() {
    return code;
  }

  /**
   * Returns the role of a code, or nothing if no role has it.
   *
   * @param code the value of an attribute {@value #ATTRIBUTE}
   */
  public static Optional<OpRole> ofCode(long code) {
    for (OpRole role : values()) {
      if (role.code == code) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }
}
