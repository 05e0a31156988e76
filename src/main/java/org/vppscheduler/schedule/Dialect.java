package org.vppscheduler.schedule;

import java.util.Locale;

/** Which form of the framework's programs the jobs are for. */
public enum Dialect {
  /**
   * Programs of the newer intermediate representation: receiving an activation and sending a
   * gradient are jobs of their own ({@link JobKind#RECV_FORWARD}, {@link JobKind#SEND_BACKWARD}),
   * and the warmup is one micro-step longer. A split schedule has neither: there the two dialects
   * are equal.
   */
  PIR,
  /** The older form: communication happens inside the forward and backward jobs. */
  LEGACY;

  /** Returns the name in lower case, as the command line and the files spell it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
