package io.penstock.stream;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.OpenMode;
import io.penstock.file.SequentialInput;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Opens files for this package.
final class Windows {
  private Windows() {}

  /// Opens a file, or creates it where it is missing and the mode allows that.
  static FileWindow open(Path path, OpenMode mode, ByteOrder order, int bufferBytes)
      throws IOException {
    Buffers.require(bufferBytes);
    FileEngine engine = FileEngines.auto();
    EngineFile file = mode.writes() ? openOrCreate(engine, path, mode) : engine.open(path, mode);
    boolean kept = false;
    try {
      if (mode == OpenMode.READ && hidesBytes(path, file)) {
        throw new FileSystemException(
            path.toString(),
            null,
            "has bytes but says it has none, as files of /proc do; read it as a stream");
      }
      FileWindow window =
          new FileWindow(file, mode.writes(), ElementBlock.forFile(bufferBytes, order));
      kept = true;
      return window;
    } finally {
      if (!kept) {
        file.close();
      }
    }
  }

  /// Opens a file to be read from its begin to its end, also one that does not say how long it is.
  static ByteSource source(Path path, ByteOrder order, int bufferBytes) throws IOException {
    EngineFile file = FileEngines.auto().open(path, OpenMode.READ);
    boolean kept = false;
    try {
      if (hidesBytes(path, file)) {
        return new StreamSource(SequentialInput.open(path), order, bufferBytes);
      }
      FileWindow window = new FileWindow(file, false, ElementBlock.forFile(bufferBytes, order));
      kept = true;
      return window;
    } finally {
      if (!kept) {
        file.close();
      }
    }
  }

  /// Whether there is more to read than the file's size says: files of the kernel's own say 0, or
  /// nothing.
  private static boolean hidesBytes(Path path, EngineFile file) throws IOException {
    if (hasSize(file)) {
      return false;
    }
    try (SequentialInput input = SequentialInput.open(path)) {
      return input.read() >= 0 && !hasSize(file);
    }
  }

  private static boolean hasSize(EngineFile file) {
    try {
      return file.size() > 0;
    } catch (IOException _) {
      return false;
    }
  }

  /// Opens a file for writing with nothing in it.
  static FileWindow create(Path path, ByteOrder order, int bufferBytes) throws IOException {
    FileWindow window = open(path, OpenMode.WRITE, order, bufferBytes);
    try {
      window.resize(0);
      return window;
    } catch (IOException e) {
      try (window) {
        throw e;
      }
    }
  }

  private static EngineFile openOrCreate(FileEngine engine, Path path, OpenMode mode)
      throws IOException {
    try {
      return engine.open(path, mode);
    } catch (NoSuchFileException _) {
      return createOrOpen(engine, path, mode);
    }
  }

  private static EngineFile createOrOpen(FileEngine engine, Path path, OpenMode mode)
      throws IOException {
    try {
      return engine.create(path);
    } catch (FileAlreadyExistsException _) { // somebody was faster
      return engine.open(path, mode);
    }
  }
}
