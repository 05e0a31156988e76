package org.vppscheduler.cli;

/** Where the Java launcher enters. */
public final class Main {
  private Main() {}

  /**
   * Runs the command and ends the process with its exit code.
   *
   * @param args the words of the command line
   */
  public static void main(String[] args) {
    System.exit(2);
  }
}
