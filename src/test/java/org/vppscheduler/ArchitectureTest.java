package org.vppscheduler;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.ImmutableTable;
import com.google.common.collect.Table;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.syntax.elements.GivenFieldsConjunction;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.Collection;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The house: which package knows which, and what all of them keep to. */
final class ArchitectureTest {
  private static final String ROOT = "org.vppscheduler.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.vppscheduler");

  private static final ImmutableList<String> PACKAGES =
      ImmutableList.of(
          "schedule", "program", "split", "plan", "check", "simulate", "draw", "format");

  /** Each package with those it may know; the command line may know all. */
  private static final ImmutableSetMultimap<String, String> KNOWS =
      ImmutableSetMultimap.<String, String>builder()
          .putAll("split", "schedule", "program")
          .putAll("plan", "schedule", "program", "split")
          .putAll("check", "schedule")
          .putAll("simulate", "schedule", "check")
          .putAll("draw", "schedule", "check", "simulate")
          .putAll("format", "schedule", "program", "plan")
          .build();

  @Test
  void packages_dependencies_pointOneWay() {
    LayeredArchitecture house =
        layeredArchitecture().consideringOnlyDependenciesInAnyPackage("org.vppscheduler..");
    for (String name : PACKAGES) {
      house = house.optionalLayer(name).definedBy(ROOT + name);
    }
    house = house.layer("cli").definedBy(ROOT + "cli");
    for (String name : PACKAGES) {
      house =
          KNOWS.containsKey(name)
              ? house.whereLayer(name).mayOnlyAccessLayers(KNOWS.get(name).toArray(new String[0]))
              : house.whereLayer(name).mayNotAccessAnyLayer();
    }

    house.check(CLASSES);
  }

  @Test
  void library_commandLine_isUnknownToIt() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "cli")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("picocli..", ROOT + "cli")
        .check(CLASSES);
  }

  @Test
  void library_processState_isNotTouched() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "cli")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(CLASSES);
  }

  @Test
  void publicClasses_all_areFinal() {
    classes()
        .that()
        .arePublic()
        .and()
        .areNotInterfaces()
        .and()
        .areNotEnums()
        // A sealed class lists its heirs, which are final.
        .and()
        .doNotHaveModifier(JavaModifier.ABSTRACT)
        .should()
        .haveModifier(JavaModifier.FINAL)
        .check(CLASSES);
  }

  /** Returns the fields of the library's public classes, but those of builders. */
  private static GivenFieldsConjunction fieldsOfPublicValues() {
    return fields()
        .that()
        .areDeclaredInClassesThat()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackage(ROOT + "cli")
        .and()
        .areDeclaredInClassesThat()
        .haveSimpleNameNotEndingWith("Builder");
  }

  /**
   * Blocks, operations and values of a program refer to each other; what the later ones add to the
   * earlier is set once, before the program is handed out.
   */
  @Test
  void fieldsOfPublicClasses_allButBuilders_areFinal() {
    fieldsOfPublicValues()
        .and()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackage(ROOT + "program")
        .should()
        .beFinal()
        .check(CLASSES);
  }

  @Test
  void staticFields_all_areFinal() {
    fields().that().areStatic().should().beFinal().check(CLASSES);
  }

  /** What is declared immutable cannot be changed from outside, however it was made. */
  @Test
  void fieldsOfPublicClasses_allButBuilders_holdNoCollectionsThatChange() {
    fieldsOfPublicValues()
        .and()
        .haveRawType(
            assignableTo(Collection.class)
                .or(assignableTo(Map.class))
                .or(assignableTo(Table.class)))
        .should()
        .haveRawType(
            assignableTo(ImmutableCollection.class)
                .or(assignableTo(ImmutableMap.class))
                .or(assignableTo(ImmutableTable.class)))
        .check(CLASSES);
  }

  /** An array that is handed out can be written to. */
  @Test
  void publicMethods_all_returnNoArrays() {
    methods()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .arePublic()
        .and()
        // Every enum has values(), which makes a new array.
        .doNotHaveName("values")
        .should(
            ArchCondition.from(
                DescribedPredicate.<JavaMethod>describe(
                    "return no array", method -> !method.getRawReturnType().isArray())))
        .check(CLASSES);
  }
}
