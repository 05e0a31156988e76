package org.vppscheduler.plan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.Sets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.vppscheduler.program.Program;

/**
 * The names of values that the programs of a plan pass to each other. Programs go by their place in
 * the list given.
 */
final class SharedNames {
  private final ImmutableList<ImmutableSet<String>> keywords;
  private final ImmutableList<ImmutableSet<String>> required;
  private final ImmutableSetMultimap<String, Integer> makers;
  private final ImmutableSetMultimap<String, Integer> users;
  private final ImmutableSet<String> fed;

  private SharedNames(
      ImmutableList<ImmutableSet<String>> keywords,
      ImmutableList<ImmutableSet<String>> required,
      ImmutableSetMultimap<String, Integer> makers,
      ImmutableSetMultimap<String, Integer> users,
      ImmutableSet<String> fed) {
    this.keywords = keywords;
    this.required = required;
    this.makers = makers;
    this.users = users;
    this.fed = fed;
  }

  static SharedNames of(List<Program> programs) {
    List<ProgramNames> names = programs.stream().map(ProgramNames::of).toList();
    Set<String> persistable = new HashSet<>();
    ImmutableSet.Builder<String> fed = ImmutableSet.builder();
    for (ProgramNames ofProgram : names) {
      persistable.addAll(ofProgram.persistable());
      fed.addAll(ofProgram.fed());
    }
    ImmutableList.Builder<ImmutableSet<String>> keywords = ImmutableList.builder();
    ImmutableList.Builder<ImmutableSet<String>> required = ImmutableList.builder();
    ImmutableSetMultimap.Builder<String, Integer> makers = ImmutableSetMultimap.builder();
    ImmutableSetMultimap.Builder<String, Integer> users = ImmutableSetMultimap.builder();
    for (int program = 0; program < names.size(); program++) {
      ProgramNames ofProgram = names.get(program);
      // Files do not keep the mark of keyword arguments, so the value a keyword stands for decides.
      ImmutableSet<String> passed =
          ImmutableSet.copyOf(Sets.difference(ofProgram.keywords(), persistable));
      ImmutableSet<String> all =
          ImmutableSet.<String>builder().addAll(passed).addAll(ofProgram.made()).build();
      keywords.add(passed);
      required.add(all);
      for (String name : ofProgram.made()) {
        makers.put(name, program);
      }
      for (String name : all) {
        users.put(name, program);
      }
    }
    return new SharedNames(
        keywords.build(), required.build(), makers.build(), users.build(), fed.build());
  }

  /** Returns the keywords of a program, but those of persistable values. */
  ImmutableSet<String> keywords(int program) {
    return keywords.get(program);
  }

  /** Returns the keywords and the names of values of a program, but those of persistable values. */
  ImmutableSet<String> required(int program) {
    return required.get(program);
  }

  /** Returns the programs that make a value of a name. */
  ImmutableSet<Integer> makers(String name) {
    return makers.get(name);
  }

  /** Returns the programs that require a name. */
  ImmutableSet<Integer> users(String name) {
    return users.get(name);
  }

  /** Returns whether a name is that of an input, which is there before any job runs. */
  boolean isFed(String name) {
    return fed.contains(name);
  }
}
