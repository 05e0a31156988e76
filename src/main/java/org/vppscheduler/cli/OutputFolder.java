package org.vppscheduler.cli;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder that a command fills with files, directly or in sub-folders one level down. All of them
 * are written to a new folder beside it first, so that whatever can go wrong with writing, such as
 * a full disk, leaves it as it was. Then the new folder takes its name or, if the folder exists,
 * its files are moved there.
 *
 * <p>A folder that is not empty is only written to by force. What is there and not the command's
 * own by its name is never touched; what is, and is not replaced, is left over from another run and
 * removed.
 */
final class OutputFolder {
  /** Makes the content of a file. */
  @FunctionalInterface
  interface Content {
    void writeTo(Path file) throws IOException;
  }

  private static final Joiner SLASH = Joiner.on('/');

  private final Path folder;
  private final Pattern ownNames;

  private OutputFolder(Path folder, Pattern ownNames) {
    this.folder = folder;
    this.ownNames = ownNames;
  }

  /**
   * Returns a folder to write to, after a look whether that is possible.
   *
   * @param ownNames the names that files of the command can have, in sub-folders {@code DIR/NAME}
   * @throws IOException if something else has its name, or it is not empty and {@code force} is off
   */
  static OutputFolder of(Path folder, boolean force, Pattern ownNames) throws IOException {
    if (folder.toString().isEmpty()) {
      throw new IllegalArgumentException("--out is empty: name a folder, or . for this one.");
    }
    if (Files.isSymbolicLink(folder) && !Files.exists(folder)) {
      throw new FileSystemException(folder.toString(), null, "is a link that leads nowhere");
    }
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new FileSystemException(folder.toString(), null, "is no folder");
    }
    if (Files.isDirectory(folder) && !force && !isEmpty(folder)) {
      throw new FileSystemException(
          folder.toString(), null, "is not empty; --force replaces what this command wrote there");
    }
    return new OutputFolder(folder, ownNames);
  }

  /**
   * Writes the files.
   *
   * @param files their content by name, {@code NAME} or {@code DIR/NAME}
   */
  void write(ImmutableMap<String, Content> files) throws IOException {
    boolean exists = Files.exists(folder);
    Path target = exists ? folder.toRealPath() : folder.toAbsolutePath().normalize();
    Path temporary = target.resolveSibling(".vpp-" + UUID.randomUUID() + ".tmp");
    try {
      fill(temporary, files);
      if (exists) {
        moveInto(target, temporary, files.keySet());
        removeLeftOvers(target, files.keySet());
        MoreFiles.deleteRecursively(temporary, RecursiveDeleteOption.ALLOW_INSECURE);
      } else {
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (FileSystemException failure) {
      remove(temporary, failure);
      throw named(failure, temporary, target);
    } catch (Throwable failure) {
      remove(temporary, failure);
      throw failure;
    }
  }

  private void fill(Path temporary, ImmutableMap<String, Content> files) throws IOException {
    Files.createDirectory(temporary);
    for (Map.Entry<String, Content> file : files.entrySet()) {
      Path path = temporary.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      try {
        file.getValue().writeTo(path);
      } catch (IOException failure) {
        throw FileErrors.named(path.toString(), failure);
      }
    }
  }

  private void moveInto(Path target, Path temporary, Set<String> names) throws IOException {
    makeSubfolders(target, names);
    // All are looked at before the first is replaced.
    for (String name : names) {
      Path file = target.resolve(name);
      if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new FileSystemException(file.toString(), null, "is a folder, not a file");
      }
    }
    for (String name : names) {
      Files.move(
          temporary.resolve(name),
          target.resolve(name),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Returns a failure in one of the two folders as one of the folder that was asked for. */
  private FileSystemException named(FileSystemException failure, Path temporary, Path target) {
    if (failure.getFile() == null) {
      return failure;
    }
    Path file = Path.of(failure.getFile());
    for (Path inside : List.of(temporary, target)) {
      if (file.startsWith(inside)) {
        // Not resolve of an empty path, which would add a separator to the name.
        Path asked =
            file.equals(inside) ? folder : folder.resolve(inside.relativize(file).toString());
        FileSystemException named =
            new FileSystemException(asked.toString(), null, FileErrors.reason(failure));
        named.initCause(failure);
        return named;
      }
    }
    return failure;
  }

  /** Makes the sub-folders that are not there, if all that are there are really folders. */
  private void makeSubfolders(Path target, Set<String> names) throws IOException {
    List<Path> subfolders =
        names.stream()
            .map(name -> target.resolve(name).getParent())
            .filter(parent -> !parent.equals(target))
            .distinct()
            .toList();
    for (Path subfolder : subfolders) {
      // A link could lead anywhere; nothing is to be written outside the folder.
      if (Files.exists(subfolder, LinkOption.NOFOLLOW_LINKS)
          && !Files.isDirectory(subfolder, LinkOption.NOFOLLOW_LINKS)) {
        throw new FileSystemException(subfolder.toString(), null, "is no folder");
      }
    }
    for (Path subfolder : subfolders) {
      Files.createDirectories(subfolder);
    }
  }

  private void removeLeftOvers(Path target, Set<String> written) throws IOException {
    List<Path> leftOvers;
    // Does not follow links.
    try (Stream<Path> files = Files.walk(target, 2)) {
      leftOvers =
          files
              .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
              .filter(file -> isLeftOver(target.relativize(file), written))
              .toList();
    }
    for (Path leftOver : leftOvers) {
      Files.delete(leftOver);
      Path subfolder = leftOver.resolveSibling(".").normalize();
      if (!subfolder.equals(target) && isEmpty(subfolder)) {
        Files.delete(subfolder);
      }
    }
  }

  private boolean isLeftOver(Path file, Set<String> written) {
    String name = SLASH.join(file);
    return ownNames.matcher(name).matches() && !written.contains(name);
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  private static void remove(Path temporary, Throwable because) {
    try {
      MoreFiles.deleteRecursively(temporary, RecursiveDeleteOption.ALLOW_INSECURE);
    } catch (IOException failure) {
      because.addSuppressed(failure);
    }
  }
}
