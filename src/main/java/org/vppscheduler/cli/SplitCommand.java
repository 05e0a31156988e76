package org.vppscheduler.cli;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.schedule.JobKind;
import org.vppscheduler.schedule.VppConfig;
import org.vppscheduler.split.ChunkAssignment;
import org.vppscheduler.split.ChunkSource;
import org.vppscheduler.split.InferredChunk;
import org.vppscheduler.split.MatmulGrad;
import org.vppscheduler.split.ProgramSplitter;
import org.vppscheduler.split.SplitResult;
import org.vppscheduler.split.SubProgram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code vpp split}: the programs of the jobs of a stage. */
@Command(
    name = "split",
    mixinStandardHelpOptions = true,
    versionProvider = Vpp.Version.class,
    sortOptions = false,
    header = "Splits a stage's program into one for each job type, and writes DIR/TYPE.json.",
    footer = {"", "Example: vpp split program.json --chunks 2 --out parts"})
final class SplitCommand implements Callable<Integer> {
  /** How many operations a line of the summary names. */
  private static final int NAMED = 8;

  private static final Pattern OWN_NAMES =
      Pattern.compile(
          Arrays.stream(JobKind.values())
              .map(kind -> kind.label() + (kind == JobKind.OPTIMIZER ? "" : "[0-9]+"))
              .collect(Collectors.joining("|", "(", ")\\.json")));

  @Parameters(paramLabel = "PROGRAM.json", description = "The program, as PIR JSON.")
  private Path file;

  @Option(
      names = {"-c", "--chunks"},
      required = true,
      paramLabel = "C",
      description = "Model chunks on the stage.")
  private int chunks;

  @Option(
      names = "--split-backward",
      description = "Split backward into backward_b and backward_w.")
  private boolean splitBackward;

  @Option(
      names = "--default-role",
      paramLabel = "ROLE",
      description =
          "Role of operations without op_role: forward, backward or optimize. Left out, such are"
              + " refused.")
  private Optional<OpRole> defaultRole = Optional.empty();

  @Option(
      names = "--assign-chunks",
      paramLabel = "HOW",
      defaultValue = "by-attribute",
      description =
          "by-attribute (default): chunk_id, inferred where missing. even: contiguous parts of equal"
              + " size, for forward programs without chunks.")
  private ChunkAssignment chunkAssignment;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The folder to write to; it is made if it does not exist.")
  private Path out;

  @Option(
      names = "--force",
      description =
          "Write to a folder that is not empty: programs there are replaced or removed, other files"
              + " stay.")
  private boolean force;

  private final Writer summary;

  SplitCommand(Streams streams) {
    this.summary = streams.out();
  }

  @Override
  public Integer call() throws IOException {
    OutputFolder folder = OutputFolder.of(out, force, OWN_NAMES);
    SplitResult split = split();
    ImmutableMap.Builder<String, OutputFolder.Content> files = ImmutableMap.builder();
    for (SubProgram part : split.subPrograms()) {
      files.put(part.type() + ".json", path -> PirJson.write(part.program(), path));
    }
    folder.write(files.buildOrThrow());
    writeSummary(split);
    return ExitCode.OK;
  }

  private SplitResult split() throws IOException {
    // One micro-batch on one stage: as many as stages, so that backward can be split.
    VppConfig config =
        VppConfig.builder()
            .stages(1)
            .chunks(chunks)
            .microBatches(1)
            .splitBackward(splitBackward)
            .build();
    ProgramSplitter.Builder splitter =
        ProgramSplitter.builder(config).chunkAssignment(chunkAssignment);
    defaultRole.ifPresent(splitter::defaultRole);
    ProgramSplitter built = splitter.build();
    try {
      return built.split(PirJson.read(file));
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(file + ": " + refused.getMessage(), refused);
    }
  }

  private void writeSummary(SplitResult split) throws IOException {
    row("program", "ops", "keywords", "persisted", "recorded", "awaited");
    int[] totals = new int[5];
    for (SubProgram part : split.subPrograms()) {
      int[] counts = counts(part);
      Arrays.setAll(totals, i -> totals[i] + counts[i]);
      row(part.type(), counts);
    }
    row("total", totals);
    writeInferred(split);
    writeMatmulGrads(split);
  }

  /** Returns operations, keywords, inserted shadow outputs, events recorded and waited for. */
  private static int[] counts(SubProgram part) {
    Program program = part.program();
    int persisted = 0;
    int recorded = 0;
    int awaited = 0;
    for (Operation operation : program.operations()) {
      Attributes attributes = operation.attributes();
      persisted += part.origins().get(operation.index()) == SubProgram.INSERTED ? 1 : 0;
      recorded += attributes.contains("event_to_record") ? 1 : 0;
      awaited += attributes.contains("events_to_wait") ? 1 : 0;
    }
    return new int[] {
      program.operations().size(),
      program.body().keywordArguments().size(),
      persisted,
      recorded,
      awaited
    };
  }

  private void row(String type, int[] counts) throws IOException {
    row(type, Arrays.stream(counts).mapToObj(Integer::toString).toArray(String[]::new));
  }

  private void row(String type, String... columns) throws IOException {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-16s", type));
    for (String column : columns) {
      line.append(String.format(Locale.ROOT, " %9s", column));
    }
    summary.write(line.append('\n').toString());
  }

  private void writeInferred(SplitResult split) throws IOException {
    Map<ChunkSource, List<Integer>> bySource = new EnumMap<>(ChunkSource.class);
    for (InferredChunk chunk : split.inferredChunks()) {
      bySource.computeIfAbsent(chunk.source(), source -> new ArrayList<>()).add(chunk.operation());
    }
    for (Map.Entry<ChunkSource, List<Integer>> entry : bySource.entrySet()) {
      writeOperations("chunk inferred from " + entry.getKey(), entry.getValue());
    }
  }

  private void writeMatmulGrads(SplitResult split) throws IOException {
    Map<MatmulGrad.Outcome, List<Integer>> byOutcome = new EnumMap<>(MatmulGrad.Outcome.class);
    for (MatmulGrad grad : split.matmulGrads()) {
      byOutcome.computeIfAbsent(grad.outcome(), outcome -> new ArrayList<>()).add(grad.operation());
    }
    for (Map.Entry<MatmulGrad.Outcome, List<Integer>> entry : byOutcome.entrySet()) {
      writeOperations("matmul_grad " + entry.getKey(), entry.getValue());
    }
    if (byOutcome.containsKey(MatmulGrad.Outcome.TAKEN_APART)) {
      summary.write("Operations are counted after matmul_grads were taken apart.\n");
    }
  }

  private void writeOperations(String what, List<Integer> operations) throws IOException {
    String named = Joiner.on(", ").join(operations.subList(0, Math.min(NAMED, operations.size())));
    String more = operations.size() > NAMED ? ", …" : "";
    summary.write(what + ": " + operations.size() + " (op " + named + more + ")\n");
  }
}
