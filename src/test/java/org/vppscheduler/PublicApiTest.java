package org.vppscheduler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Joiner;
import com.google.errorprone.annotations.CheckReturnValue;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The public face of the library: each signature of the exported packages is written down in {@code
 * src/test/resources/api}, so that a change to it is seen in review.
 *
 * <p>With {@code -Dapi.update=true} the files are rewritten instead: review the difference.
 */
final class PublicApiTest {
  private static final Path CLASSES = Path.of("target/classes");
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Path SNAPSHOTS = Path.of("src/test/resources/api");
  private static final Pattern QUALIFIER = Pattern.compile("\\b(?:[a-z]\\w*\\.)+(?=[A-Z])");
  private static final Joiner LINES = Joiner.on('\n');

  @TempDir private Path classes;

  static Set<String> exportedPackages() throws IOException {
    try (InputStream in = Files.newInputStream(CLASSES.resolve("module-info.class"))) {
      return ModuleDescriptor.read(in).exports().stream()
          .map(ModuleDescriptor.Exports::source)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void module_packages_areExportedButForTheCommandLine() throws IOException {
    Set<String> all = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(SOURCES)) {
      sources
          .filter(file -> file.endsWith("package-info.java"))
          .map(file -> SOURCES.relativize(file.getParent()).toString().replace('/', '.'))
          .forEach(all::add);
    }
    all.remove("org.vppscheduler.cli");

    assertThat(exportedPackages()).isEqualTo(all);
  }

  @Test
  void snapshots_files_areThoseOfTheExportedPackages() throws IOException {
    try (Stream<Path> files = Files.list(SNAPSHOTS)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              exportedPackages().stream().map(PublicApiTest::snapshot).toList());
    }
  }

  private static String snapshot(String packageName) {
    return packageName + ".txt";
  }

  @ParameterizedTest
  @MethodSource("exportedPackages")
  void package_publicSignatures_areThoseOfTheSnapshot(String packageName) throws Exception {
    String today = LINES.join(signatures(packageName)) + "\n";
    Path file = SNAPSHOTS.resolve(snapshot(packageName));
    if (Boolean.getBoolean("api.update")) {
      Files.writeString(file, today, UTF_8);
    }

    assertThat(today).isEqualTo(Files.readString(file));
  }

  @ParameterizedTest
  @MethodSource("exportedPackages")
  void package_annotations_sayNullMarkedAndCheckReturnValue(String packageName) throws Exception {
    Class<?> info = Class.forName(packageName + ".package-info");

    assertThat(info.isAnnotationPresent(NullMarked.class)).isTrue();
    assertThat(info.getPackage().isAnnotationPresent(CheckReturnValue.class)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("exportedPackages")
  void package_documentation_saysSinceWhen(String packageName) throws IOException {
    Path info = SOURCES.resolve(packageName.replace('.', '/')).resolve("package-info.java");

    assertThat(Files.readString(info)).contains(" * @since ");
  }

  @ParameterizedTest
  @MethodSource("exportedPackages")
  void package_publicElements_allHaveJavadoc(String packageName) throws IOException {
    assertThat(undocumented(sourcesOf(packageName))).isEmpty();
  }

  @Test
  void undocumented_elementsWithoutJavadoc_areFound() throws IOException {
    Path source = Path.of("src/test/resources/undocumented/Undocumented.java");

    assertThat(undocumented(List.of(source)))
        .containsExactly(
            "Undocumented.java:3",
            "Undocumented.java:4",
            "Undocumented.java:9",
            "Undocumented.java:20",
            "Undocumented.java:25");
  }

  private static List<String> signatures(String packageName) throws Exception {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(CLASSES.resolve(packageName.replace('.', '/')))) {
      List<String> names =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
              .map(name -> name.substring(0, name.length() - ".class".length()))
              .sorted()
              .toList();
      for (String name : names) {
        Class<?> type = Class.forName(packageName + "." + name);
        if (isVisible(type)) {
          addSignatures(type, lines);
        }
      }
    }
    return lines;
  }

  private static boolean isVisible(Class<?> type) {
    if (type.isAnonymousClass() || type.isLocalClass() || type.isSynthetic()) {
      return false;
    }
    boolean visible = (type.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    return visible && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()));
  }

  private static boolean isVisible(Member member) {
    return !member.isSynthetic()
        && (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
  }

  private static void addSignatures(Class<?> type, List<String> lines) {
    StringBuilder head = new StringBuilder(type.toGenericString());
    if (type.getSuperclass() != null && type.getSuperclass() != Object.class) {
      head.append(" extends ").append(type.getGenericSuperclass().getTypeName());
    }
    for (var implemented : type.getGenericInterfaces()) {
      head.append(" implements ").append(implemented.getTypeName());
    }
    if (type.isSealed()) {
      head.append(" permits ").append(types(type.getPermittedSubclasses()));
    }
    lines.add(simple(head.toString()));
    // In their order, which is contract.
    for (Field field : type.getDeclaredFields()) {
      if (field.isEnumConstant()) {
        lines.add("  " + field.getName());
      }
    }
    if (type.isRecord()) {
      lines.add(
          "  components "
              + Arrays.stream(type.getRecordComponents())
                  .map(c -> typed(c.getAnnotatedType()) + " " + c.getName())
                  .collect(Collectors.joining(", ")));
    }
    Set<String> members = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      if (isVisible(field) && !field.isEnumConstant()) {
        members.add(modifiers(field) + typed(field.getAnnotatedType()) + " " + field.getName());
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isVisible(constructor) && !type.isRecord()) {
        members.add(modifiers(constructor) + "new" + parameters(constructor));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isVisible(method) && !isImplied(method)) {
        members.add(
            modifiers(method)
                + typed(method.getAnnotatedReturnType())
                + " "
                + method.getName()
                + parameters(method));
      }
    }
    members.forEach(member -> lines.add("  " + member));
  }

  /** Returns whether every record, or every enum, has such a method. */
  private static boolean isImplied(Method method) {
    Class<?> type = method.getDeclaringClass();
    if (type.isRecord()) {
      boolean accessor =
          Arrays.stream(type.getRecordComponents()).anyMatch(c -> c.getAccessor().equals(method));
      return accessor || Set.of("equals", "hashCode", "toString").contains(method.getName());
    }
    return type.isEnum() && Set.of("values", "valueOf").contains(method.getName());
  }

  private static String types(Class<?>[] types) {
    return Arrays.stream(types)
        .map(Class::getCanonicalName)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String modifiers(Member member) {
    String modifiers =
        Modifier.toString(member.getModifiers() & ~Modifier.TRANSIENT & ~Modifier.VOLATILE);
    return modifiers.isEmpty() ? "" : modifiers + " ";
  }

  private static String parameters(Executable executable) {
    List<String> parameters = new ArrayList<>();
    AnnotatedType[] types = executable.getAnnotatedParameterTypes();
    for (int i = 0; i < types.length; i++) {
      parameters.add(typed(types[i]) + " " + executable.getParameters()[i].getName());
    }
    String thrown =
        Arrays.stream(executable.getExceptionTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(", "));
    return "("
        + String.join(", ", parameters)
        + ")"
        + (thrown.isEmpty() ? "" : " throws " + thrown);
  }

  private static String typed(AnnotatedType type) {
    return simple(type.toString());
  }

  private static String simple(String text) {
    return QUALIFIER.matcher(text).replaceAll("").replace("@Nullable()", "@Nullable");
  }

  private static List<Path> sourcesOf(String packageName) throws IOException {
    try (Stream<Path> files = Files.list(SOURCES.resolve(packageName.replace('.', '/')))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  /** Returns the lines of what users of some sources see and no comment explains. */
  private List<String> undocumented(List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-proc:none",
            "-Xdoclint:missing/protected",
            "-Xmaxwarns",
            Integer.toString(Integer.MAX_VALUE),
            "-classpath",
            System.getProperty("java.class.path"),
            "-d",
            classes.toString());
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      boolean compiled =
          compiler
              .getTask(
                  null,
                  files,
                  diagnostics,
                  options,
                  null,
                  files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).as("%s", diagnostics.getDiagnostics()).isTrue();
    }
    // Missing tags are no matter: our first sentences say it all.
    return diagnostics.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getMessage(Locale.ROOT).equals("no comment"))
        .map(
            diagnostic ->
                Path.of(diagnostic.getSource().toUri()).getFileName()
                    + ":"
                    + diagnostic.getLineNumber())
        .toList();
  }
}
