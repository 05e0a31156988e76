package org.vppscheduler.format;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.UUID;

/**
 * Writes files whole or not at all: a reader, or a run after a crash, finds the old content or the
 * new one, never a part.
 */
public final class WholeFile {
  /** As many links in a row as operating systems follow. */
  private static final int MAX_LINKS = 40;

  /** Makes the content of a file. */
  @FunctionalInterface
  public interface Content {
    /**
     * Writes the content.
     *
     * @param out where to; it is buffered by the receiver if need be, and closed by the caller
     * @throws IOException if writing fails
     */
    void writeTo(OutputStream out) throws IOException;
  }

  private WholeFile() {}

  /**
   * Writes a file through a temporary one in the same directory, which takes the file's name when
   * everything is on the disk. On any failure the temporary file is removed and the old file, if
   * there was one, is untouched.
   *
   * <p>If {@code file} is a symbolic link, the link stays and the file that it leads to is written.
   * A file that is replaced keeps its permissions. What exists and is no regular file, such as a
   * pipe or a terminal, cannot be replaced and is written to directly.
   *
   * @param file the file; its directory must exist
   * @param content what makes the content
   * @throws IOException if the file cannot be written, among others because it is a directory
   */
  public static void write(Path file, Content content) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "is a directory, not a file");
    }
    // Links are not followed by hand here: some, such as /dev/stdout, only the system can follow.
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
        content.writeTo(out);
      }
      return;
    }
    replace(file, followLinks(file), content);
  }

  private static void replace(Path file, Path target, Content content) throws IOException {
    Path temporary = target.resolveSibling(".vpp-" + UUID.randomUUID() + ".tmp");
    try {
      try (FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        content.writeTo(Channels.newOutputStream(channel));
        // Else the new name could reach the disk before the bytes do.
        channel.force(true);
      }
      copyPermissions(target, temporary);
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileSystemException failure) {
      remove(temporary, failure);
      throw named(failure, temporary, file);
    } catch (Throwable failure) {
      remove(temporary, failure);
      throw failure;
    }
  }

  private static void remove(Path temporary, Throwable because) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException failure) {
      because.addSuppressed(failure);
    }
  }

  /** Returns a failure of the temporary file as one of the file that was asked for. */
  private static FileSystemException named(FileSystemException failure, Path temporary, Path file) {
    if (!temporary.toString().equals(failure.getFile())) {
      return failure;
    }
    FileSystemException named;
    if (failure instanceof NoSuchFileException) {
      named = new NoSuchFileException(file.toString());
    } else if (failure instanceof AccessDeniedException) {
      named = new AccessDeniedException(file.toString());
    } else {
      named = new FileSystemException(file.toString(), null, failure.getReason());
    }
    named.initCause(failure);
    return named;
  }

  private static Path followLinks(Path file) throws IOException {
    Path target = file;
    for (int i = 0; i < MAX_LINKS; i++) {
      if (!Files.isSymbolicLink(target)) {
        return target;
      }
      target = target.resolveSibling(Files.readSymbolicLink(target));
    }
    throw new FileSystemLoopException(file.toString());
  }

  private static void copyPermissions(Path from, Path to) throws IOException {
    if (!Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    PosixFileAttributeView old = Files.getFileAttributeView(from, PosixFileAttributeView.class);
    PosixFileAttributeView fresh = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (old != null && fresh != null) {
      fresh.setPermissions(old.readAttributes().permissions());
    }
  }
}
