package io.penstock.stream;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.OpenMode;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
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
    return new FileWindow(file, mode.writes(), order, bufferBytes);
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
