package org.vppscheduler.check;

/**
 * Thrown when a pipeline that must be proven is not. The report says why, so that a caller can show
 * the findings, or fall back to another configuration.
 */
public final class UnprovenPipelineException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** Not serialized: the message holds its text. */
  private final transient CheckReport report;

  UnprovenPipelineException(CheckReport report) {
    super(report.toString());
    this.report = report;
  }

  /** Returns the report with the findings. */
  public CheckReport report() {
    return report;
  }
}
