package org.vppscheduler.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** The words for what can be wrong with a file, which Java often tells by the type alone. */
final class FileErrors {
  private FileErrors() {}

  /**
   * Returns a failure as one that names a file, as many of the system do not, such as that of a
   * full disk. One that names a file already is returned as it is.
   */
  static FileSystemException named(String file, IOException failure) {
    return failure instanceof FileSystemException named
        ? named
        : new FileSystemException(file, null, failure.getMessage());
  }

  /** Returns the file's name and what is wrong with it. */
  static String describe(FileSystemException error) {
    return error.getFile() + ": " + reason(error);
  }

  /** Returns what is wrong with the file. */
  static String reason(FileSystemException error) {
    if (error instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (error instanceof FileAlreadyExistsException) {
      return "exists already";
    }
    if (error instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (error instanceof FileSystemLoopException) {
      return "too many symbolic links";
    }
    if (error instanceof DirectoryNotEmptyException) {
      return "is a folder that is not empty";
    }
    return Objects.requireNonNullElse(error.getReason(), error.getClass().getSimpleName());
  }
}
