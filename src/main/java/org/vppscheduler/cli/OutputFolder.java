package org.vppscheduler.cli;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder that a command fills with files. All of them are written to a new folder beside it
 * first, so that whatever can go wrong with writing, such as a full disk, leaves it as it was. Then
 * the new folder takes its name or, if the folder exists, its files are moved there.
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

  private final Path folder;
  private final Pattern ownNames;

  private OutputFolder(Path folder, Pattern ownNames) {
    this.folder = folder;
    this.ownNames = ownNames;
  }

  /**
   * Returns a folder to write to, after a look whether that is possible.
   *
   * @param ownNames the names that files of the command can have
   * @throws IOException if something else has its name, or it is not empty and {@code force} is off
   */
  static OutputFolder of(Path folder, boolean force, Pattern ownNames) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new FileSystemException(folder.toString(), null, "is no folder");
    }
    if (Files.isDirectory(folder) && !force) {
      try (Stream<Path> files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw new FileSystemException(
              folder.toString(),
              null,
              "is not empty; --force replaces what this command wrote there");
        }
      }
    }
    return new OutputFolder(folder, ownNames);
  }

  /**
   * Writes the files.
   *
   * @param files their content by name
   */
  void write(ImmutableMap<String, Content> files) throws IOException {
    boolean exists = Files.exists(folder);
    Path target = exists ? folder.toRealPath() : folder.toAbsolutePath().normalize();
    Path temporary = target.resolveSibling(".vpp-" + UUID.randomUUID() + ".tmp");
    try {
      Files.createDirectory(temporary);
    } catch (NoSuchFileException noParent) {
      throw new NoSuchFileException(folder.toString());
    }
    try {
      for (Map.Entry<String, Content> file : files.entrySet()) {
        writeOne(temporary.resolve(file.getKey()), file.getValue());
      }
      if (!exists) {
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        return;
      }
      for (String name : files.keySet()) {
        Files.move(
            temporary.resolve(name),
            target.resolve(name),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      }
      Files.delete(temporary);
    } catch (Throwable failure) {
      remove(temporary, failure);
      throw failure;
    }
    removeLeftOvers(target, files.keySet());
  }

  private void writeOne(Path file, Content content) throws IOException {
    try {
      content.writeTo(file);
    } catch (IOException inTemporaryFolder) {
      throw new FileSystemException(
          folder.resolve(file.getFileName()).toString(), null, inTemporaryFolder.getMessage());
    }
  }

  private void removeLeftOvers(Path target, Set<String> written) throws IOException {
    List<Path> leftOvers;
    try (Stream<Path> files = Files.list(target)) {
      leftOvers =
          files
              .filter(Files::isRegularFile)
              .filter(file -> ownNames.matcher(file.getFileName().toString()).matches())
              .filter(file -> !written.contains(file.getFileName().toString()))
              .toList();
    }
    for (Path leftOver : leftOvers) {
      Files.delete(leftOver);
    }
  }

  private static void remove(Path temporary, Throwable because) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(temporary)) {
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(temporary);
    } catch (IOException failure) {
      because.addSuppressed(failure);
    }
  }
}
