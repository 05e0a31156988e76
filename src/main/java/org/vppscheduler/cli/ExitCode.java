package org.vppscheduler.cli;

/** The exit codes of every command. */
final class ExitCode {
  /** Done; for a question, the answer is yes. */
  static final int OK = 0;

  /** The answer is no: a check has findings, a pipeline hangs. */
  static final int NO = 1;

  /** The command line or an input is wrong, or a file cannot be read or written. */
  static final int USAGE = 2;

  private ExitCode() {}
}
