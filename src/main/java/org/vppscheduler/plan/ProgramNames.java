package org.vppscheduler.plan;

import com.google.common.collect.ImmutableSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.vppscheduler.program.Block;
import org.vppscheduler.program.BlockArgument;
import org.vppscheduler.program.OpResult;
import org.vppscheduler.program.Operation;
import org.vppscheduler.program.Program;
import org.vppscheduler.program.Region;
import org.vppscheduler.program.Value;

/**
 * The names under which a program shares values with others, in its order: those it takes as
 * keywords, and those it makes.
 *
 * @param keywords the keywords whose values are not marked persistable
 * @param made the names of results and of what a {@code builtin.shadow_output} keeps, regions
 *     included, but those of persistable values
 * @param persistable the names of persistable values
 * @param fed those of {@code made} that are inputs: there before any job runs
 */
record ProgramNames(
    ImmutableSet<String> keywords,
    ImmutableSet<String> made,
    ImmutableSet<String> persistable,
    ImmutableSet<String> fed) {

  static ProgramNames of(Program program) {
    Collector collector = new Collector();
    for (BlockArgument argument : program.body().keywordArguments()) {
      collector.add(collector.keywords, argument, argument.keyword());
    }
    collector.addAll(program.body());
    collector.keywords.removeAll(collector.persistable);
    collector.made.removeAll(collector.persistable);
    return new ProgramNames(
        ImmutableSet.copyOf(collector.keywords),
        ImmutableSet.copyOf(collector.made),
        ImmutableSet.copyOf(collector.persistable),
        ImmutableSet.copyOf(collector.fed));
  }

  private static final class Collector {
    final Set<String> keywords = new LinkedHashSet<>();
    final Set<String> made = new LinkedHashSet<>();
    final Set<String> persistable = new LinkedHashSet<>();
    final Set<String> fed = new LinkedHashSet<>();

    void addAll(Block block) {
      for (Operation operation : block.operations()) {
        for (OpResult result : operation.results()) {
          add(made, result, result.name());
          if (operation.name().equals(Operation.DATA)) {
            result.name().ifPresent(fed::add);
          }
        }
        if (operation.name().equals(Operation.SHADOW_OUTPUT) && operation.operandCount() > 0) {
          Optional<String> name = operation.attributes().text(Operation.OUTPUT_NAME);
          operation.operand(0).ifPresent(kept -> add(made, kept, name));
        }
        for (Region region : operation.regions()) {
          region.blocks().forEach(this::addAll);
        }
      }
    }

    void add(Set<String> names, Value value, Optional<String> name) {
      name.ifPresent((value.persistable() ? persistable : names)::add);
    }
  }
}
