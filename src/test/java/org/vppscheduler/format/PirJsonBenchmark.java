package org.vppscheduler.format;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.BlockBuilder;
import org.vppscheduler.program.DenseTensorType;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramBuilder;
import org.vppscheduler.program.ScalarType;
import org.vppscheduler.program.Type;
import org.vppscheduler.program.Value;

/**
 * Measures reading and writing of a large program: {@code PirJsonBenchmark [OPERATIONS [ROUNDS]]}.
 * It is no test: it takes as long as it takes, and prints what it found.
 */
public final class PirJsonBenchmark {
  private static final int OPERATIONS_OF_A_LAYER = 40;

  private PirJsonBenchmark() {}

  /**
   * Measures and prints.
   *
   * @param args how many operations, by default a million, and how many rounds, by default 5
   * @throws IOException never
   */
  public static void main(String[] args) throws IOException {
    int operations = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;

    ByteArrayOutputStream first = new ByteArrayOutputStream();
    PirJson.write(program(operations), first);
    byte[] json = first.toByteArray();
    print("operations %d, file %.1f MB", operations, json.length / 1e6);

    for (int i = 0; i < rounds; i++) {
      long before = usedMemory();
      long start = System.nanoTime();
      Program program = PirJson.read(new ByteArrayInputStream(json));
      double reading = (System.nanoTime() - start) / 1e9;
      long bytes = usedMemory() - before;
      start = System.nanoTime();
      PirJson.write(program, OutputStream.nullOutputStream());
      double writing = (System.nanoTime() - start) / 1e9;
      print(
          "read %.2f s, %.0f MB/s; written %.2f s, %.0f MB/s; %d bytes an operation",
          reading,
          json.length / 1e6 / reading,
          writing,
          json.length / 1e6 / writing,
          bytes / operations);
    }
  }

  /** Returns a program like those of training: layers with attributes that repeat. */
  private static Program program(int operations) {
    ProgramBuilder builder = Program.builder();
    BlockBuilder body = builder.body();
    Type type = DenseTensorType.of(ScalarType.FLOAT32, -1, 4096, 1024);
    Value last = data(body, type);
    Value before = last;
    for (int i = 1; i < operations; i++) {
      int layer = i / OPERATIONS_OF_A_LAYER;
      Operation operation =
          body.operation(i % 3 == 0 ? "pd_op.matmul" : "pd_op.add")
              .operands(last, before)
              .result(type)
              .attribute("transpose_x", Attribute.of(false))
              .attribute("transpose_y", Attribute.of(i % 2 == 0))
              .attribute("struct_name", Attribute.of("/Model/Layer_" + layer + "/"))
              .attribute("op_role", Attribute.int32(i * 2 / operations))
              .attribute("chunk_id", Attribute.int32(layer % 8))
              .attribute("persistable", Attribute.array(Attribute.of(false)))
              .attribute("stop_gradient", Attribute.array(Attribute.of(i % 5 == 0)))
              .add();
      before = last;
      last = operation.result(0);
    }
    return builder.build();
  }

  private static Value data(BlockBuilder body, Type type) {
    return body.operation("pd_op.data")
        .result(type)
        .attribute("name", Attribute.of("x"))
        .add()
        .result(0);
  }

  private static long usedMemory() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
