package org.vppscheduler.bench;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.program.Program;

/** Reading and writing of PIR JSON, in memory. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms4g", "-Xmx4g", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PirJsonBenchmark {
  @Param({"10000", "100000", "1000000"})
  public int operations;

  private Program program;
  private byte[] json;

  static long bytes(BenchmarkParams params) {
    return json(LayeredProgram.of(Integer.parseInt(params.getParam("operations")))).length;
  }

  @Setup
  public void setUp() {
    program = LayeredProgram.of(operations);
    json = json(program);
  }

  private static byte[] json(Program program) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      PirJson.write(program, out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Benchmark
  public Program read() throws IOException {
    return PirJson.read(new ByteArrayInputStream(json));
  }

  @Benchmark
  public void write() throws IOException {
    PirJson.write(program, OutputStream.nullOutputStream());
  }

  /** The floor: the characters of the file. */
  @Benchmark
  public String decode() {
    return new String(json, StandardCharsets.UTF_8);
  }

  /** The plain way to begin with: the file as a tree of JSON values, no program made of it yet. */
  @Benchmark
  public JsonElement readTree() {
    return JsonParser.parseReader(
        new InputStreamReader(new ByteArrayInputStream(json), StandardCharsets.UTF_8));
  }
}
