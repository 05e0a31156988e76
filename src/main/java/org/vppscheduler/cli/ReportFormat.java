package org.vppscheduler.cli;

/** The forms of a report: for people, or for programs. */
enum ReportFormat {
  TABLE,
  JSON
}
