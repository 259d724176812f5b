package io.penstock.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// A way of moving bytes between files and memory.
///
/// Implementations are found by [java.util.ServiceLoader] and may come from other modules;
/// [FileEngines] lists them. An engine holds no state and is safe for any thread.
///
/// The nested types are what the library itself asks an engine for, beyond what all promise; each
/// is implemented by one engine of the library, and may be by others. Programs choose by them too:
/// `FileEngines.of(FileEngine.Mapped.class)`.
public interface FileEngine {
  /// Moves bytes by calls of the system through the page cache, and says what that holds. What it
  /// has open a path leads to: see [EngineFile#openPath()].
  interface Posix extends FileEngine {}

  /// Moves bytes past the page cache, and pushes nobody else's out of it.
  interface Direct extends FileEngine {}

  /// Maps files, so that what is in the page cache is copied without a call of the system.
  interface Mapped extends FileEngine {}

  /// Needs nothing but the JDK: it can work in every process, and on every file system of the JVM
  /// that has file channels.
  interface Channel extends FileEngine {}

  /// A short name in lower case, by which users choose the engine.
  String name();

  /// Why this engine cannot work in this process, with the remedy; empty where it can.
  Optional<String> obstacle();

  /// Opens an existing regular file.
  ///
  /// @throws java.nio.file.FileSystemException if the file is missing, is a folder, or may not be
  ///   opened so
  /// @throws IOException if the engine cannot work on this file; the message says why
  EngineFile open(Path file, OpenMode mode) throws IOException;

  /// Opens a file that is open already, whatever its name leads to by now.
  ///
  /// @param file its name, for messages
  /// @param opened what [EngineFile#openPath()] gave
  /// @throws java.nio.file.FileSystemException if the file may not be opened so
  /// @throws IOException if the engine cannot work on this file; the message says why
  default EngineFile reopen(Path file, Path opened, OpenMode mode) throws IOException {
    return open(opened, mode);
  }

  /// Creates a new, empty file and opens it for reading and writing.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if there is a file of this name
  /// @throws IOException if it cannot be created
  EngineFile create(Path file) throws IOException;

  /// The same engine for one that moves files by it: what fails is told by that one's name, which
  /// the user has chosen. An engine that is not meant for others stays as it is.
  default FileEngine tellingFailuresAs(String name) {
    return this;
  }

  /// Opens a file for writing, and creates it where it is missing, also where a symbolic link leads
  /// to it.
  ///
  /// @param mode one that writes; a file that was missing may be open for reading too
  /// @throws java.nio.file.FileSystemException if it is not a regular file, may not be opened so,
  ///   or the folder is missing or may not be written
  default EngineFile openOrCreate(Path file, OpenMode mode) throws IOException {
    try {
      return open(file, mode);
    } catch (NoSuchFileException _) {
      return createOrOpen(file, mode);
    }
  }

  private EngineFile createOrOpen(Path file, OpenMode mode) throws IOException {
    try {
      return create(file);
    } catch (FileAlreadyExistsException _) { // somebody was faster, or it is a link
      return openOrLead(file, mode);
    }
  }

  private EngineFile openOrLead(Path file, OpenMode mode) throws IOException {
    try {
      return open(file, mode);
    } catch (NoSuchFileException e) {
      if (!Files.isSymbolicLink(file)) {
        throw e;
      }
      Path led = file.resolveSibling(Files.readSymbolicLink(file));
      createOrOpen(led, mode).close();
      return open(file, mode);
    }
  }
}
