package org.vppscheduler.split;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vppscheduler.format.PirJson;
import org.vppscheduler.program.Attribute;
import org.vppscheduler.program.Attributes;
import org.vppscheduler.program.OpRole;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.ProgramChanges;
import org.vppscheduler.schedule.VppConfig;

/** What holds for the split of any program; the seed is the name of the run. */
final class SplitPropertiesTest {
  private static final int RUNS = 300;

  /** One generated program with its configuration. */
  private record Given(VppConfig config, Program program) {
    SplitResult split() {
      return ProgramSplitter.create(config).split(program);
    }
  }

  static IntStream seeds() {
    return IntStream.range(0, RUNS);
  }

  private static Given given(int seed) {
    Random random = new Random(seed);
    // Small ones first, so that the first failure is an easy one.
    int bound = 1 + seed / (RUNS / 4);
    int stages = 1 + random.nextInt(bound);
    int chunks = 1 + random.nextInt(bound);
    VppConfig config =
        VppConfig.builder()
            .stages(stages)
            .chunks(chunks)
            .microBatches(stages)
            .splitBackward(random.nextBoolean())
            .build();
    return new Given(
        config,
        TrainingPrograms.ofStage(seed, stages, chunks, random.nextInt(stages), 1 + 2 * bound));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void split_anyProgram_putsEveryOperationIntoOneProgram(int seed) {
    SplitResult split = given(seed).split();

    int[] seen = new int[split.whole().operations().size()];
    for (SubProgram part : split.subPrograms()) {
      int last = -1;
      for (Operation operation : part.program().operations()) {
        int origin = part.origins().get(operation.index());
        if (origin == SubProgram.INSERTED) {
          assertThat(operation.name()).isEqualTo(Operation.SHADOW_OUTPUT);
          continue;
        }
        assertThat(origin).isGreaterThan(last);
        last = origin;
        seen[origin]++;
        Operation original = split.whole().operations().get(origin);
        assertThat(operation.name()).isEqualTo(original.name());
        assertThat(operation.attributes().get("marker"))
            .isEqualTo(original.attributes().get("marker"));
      }
    }
    assertThat(seen).containsOnly(1);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void split_anyProgram_computesWhatTheWholeProgramComputes(int seed) {
    assertComputesTheSame(given(seed).split());
  }

  private static void assertComputesTheSame(SplitResult split) {
    Map<String, Long> scopeOfWhole = new HashMap<>();
    List<ImmutableList<Long>> expected =
        ToyExecutor.run(split.whole(), scopeOfWhole, ToyExecutor.noPeers());

    Map<String, Long> scope = new HashMap<>();
    Map<Integer, ImmutableList<Long>> actual = new TreeMap<>();
    for (SubProgram part : split.subPrograms()) {
      List<ImmutableList<Long>> results =
          ToyExecutor.run(part.program(), scope, ToyExecutor.noPeers());
      for (int i = 0; i < results.size(); i++) {
        if (part.origins().get(i) != SubProgram.INSERTED) {
          actual.put(part.origins().get(i), results.get(i));
        }
      }
    }

    assertThat(new ArrayList<>(actual.values())).isEqualTo(expected);
    assertThat(scope).containsAllEntriesOf(scopeOfWhole);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void split_anyProgram_recordsEventsOnceAndBeforeTheyAreWaitedFor(int seed) {
    SplitResult split = given(seed).split();

    Set<String> recordedEarlier = new HashSet<>();
    List<String> waits = new ArrayList<>();
    for (SubProgram part : split.subPrograms()) {
      List<String> recordedHere = new ArrayList<>();
      for (Operation operation : part.program().operations()) {
        Attributes attributes = operation.attributes();
        for (String event : eventsToWait(attributes)) {
          assertThat(recordedEarlier).contains(event);
          waits.add(part.type() + " " + part.origins().get(operation.index()) + " " + event);
        }
        Optional<String> event = attributes.text("event_to_record");
        assertThat(attributes.isTrue("force_record_event")).isEqualTo(event.isPresent());
        event.ifPresent(recordedHere::add);
      }
      for (String event : recordedHere) {
        assertThat(recordedEarlier.add(event)).as("%s recorded once", event).isTrue();
      }
    }
    assertThat(
            split.eventWaits().stream()
                .map(wait -> wait.waiterType() + " " + wait.waiter() + " " + wait.event()))
        .containsExactlyInAnyOrderElementsOf(waits);
  }

  private static List<String> eventsToWait(Attributes attributes) {
    List<String> events = new ArrayList<>();
    attributes
        .get("events_to_wait")
        .ifPresent(
            array ->
                ((Attribute.Array) array)
                    .elements()
                    .forEach(event -> events.add(((Attribute.Text) event).value())));
    return events;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void split_sameProgramTwice_isTheSame(int seed) {
    Given given = given(seed);
    String before = given.program().toString();

    SplitResult one = given.split();
    SplitResult other = given(seed).split();

    assertThat(one.programs()).isEqualTo(other.programs());
    assertThat(List.copyOf(one.programs().keySet()))
        .isEqualTo(List.copyOf(other.programs().keySet()));
    assertThat(one.inferredChunks()).isEqualTo(other.inferredChunks());
    assertThat(one.persistedValues()).isEqualTo(other.persistedValues());
    assertThat(one.eventWaits()).isEqualTo(other.eventWaits());
    assertThat(one.matmulGrads()).isEqualTo(other.matmulGrads());
    assertThat(given.program()).hasToString(before);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void split_anyProgram_programsSurviveTheirFileFormat(int seed) {
    for (SubProgram part : given(seed).split().subPrograms()) {
      String json = PirJson.format(part.program());

      assertThat(PirJson.format(PirJson.parse(json))).isEqualTo(json);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void split_chunksLeftOutBetweenEqualNeighbours_isTheSame(int seed) {
    Given given = given(seed);
    Program sparse = withoutSomeChunks(given.program(), new Random(seed), true);

    SplitResult split = new Given(given.config(), sparse).split();

    assertThat(SplitDescription.of(split)).isEqualTo(SplitDescription.of(given.split()));
    assertComputesTheSame(split);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void split_chunksLeftOutAnywhere_computesTheSameOrIsRefused(int seed) {
    Given given = given(seed);
    Program sparse = withoutSomeChunks(given.program(), new Random(seed), false);

    try {
      assertComputesTheSame(new Given(given.config(), sparse).split());
    } catch (IllegalArgumentException refused) {
      assertThat(refused.getMessage())
          .matches("Cannot infer chunk_id for op .*|.* runs before\\. .*");
    }
  }

  /** Takes chunks away, or states them in another way. */
  private static Program withoutSomeChunks(Program program, Random random, boolean onlySafe) {
    List<Operation> operations = program.operations();
    List<Long> chunks = new ArrayList<>();
    for (Operation operation : operations) {
      boolean counts = !operation.role().equals(Optional.of(OpRole.OPTIMIZE));
      chunks.add(counts ? operation.attributes().integer("chunk_id").orElse(-1) : -1);
    }
    Set<Integer> removed = new HashSet<>();
    for (int i = 1; i + 1 < operations.size(); i++) {
      boolean safe =
          chunks.get(i) >= 0
              && chunks.get(i).equals(chunks.get(i - 1))
              && chunks.get(i).equals(chunks.get(i + 1))
              && !removed.contains(i - 1);
      if (onlySafe ? safe && random.nextBoolean() : random.nextInt(10) == 0) {
        removed.add(i);
      }
    }
    return ProgramChanges.withAttributes(
        program,
        (operation, attributes) -> {
          Optional<Attribute> chunk = attributes.get("chunk_id");
          if (removed.contains(operation.index()) || chunk.isEmpty()) {
            return removed.contains(operation.index())
                ? attributes.without("chunk_id")
                : attributes;
          }
          int stated = (int) attributes.integer("chunk_id").orElseThrow();
          return switch (random.nextInt(3)) {
            case 0 -> attributes;
            case 1 -> attributes.with("chunk_id", Attribute.int64(stated));
            default ->
                attributes
                    .without("chunk_id")
                    .with("op_dist_attr", new Attribute.OpDist("{},[],[]", stated));
          };
        });
  }
}
