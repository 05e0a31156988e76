package org.vppscheduler.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;

/** Where the Java launcher enters. */
public final class Main {
  private Main() {}

  /**
   * Runs the command and ends the process with its exit code.
   *
   * @param args the words of the command line
   */
  public static void main(String[] args) {
    // Must precede the first logger: warnings then look like the command's own messages.
    defaultProperty("showThreadName", "false");
    defaultProperty("showLogName", "false");
    defaultProperty("defaultLogLevel", "warn");
    defaultProperty("warnLevelString", "vpp: warning:");
    // System.out would swallow write errors.
    Streams streams =
        Streams.of(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err))
            .withTerminal(Terminal.ofProcess());
    System.exit(Vpp.run(streams, args));
  }

  private static void defaultProperty(String name, String value) {
    String key = "org.slf4j.simpleLogger." + name;
    if (System.getProperty(key) == null) {
      System.setProperty(key, value);
    }
  }
}
