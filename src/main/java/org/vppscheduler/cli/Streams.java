package org.vppscheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * What a command reads and writes besides files; text is UTF-8, whatever the platform says.
 *
 * @param in standard input
 * @param out results; it reports write errors, and {@link Vpp#run} flushes it
 * @param err errors and warnings
 */
record Streams(InputStream in, Writer out, PrintWriter err) {
  static Streams of(InputStream in, OutputStream out, OutputStream err) {
    return new Streams(
        in,
        new BufferedWriter(new OutputStreamWriter(out, UTF_8)),
        new PrintWriter(new OutputStreamWriter(err, UTF_8), true));
  }
}
