package io.penstock.file;

import java.io.IOException;

/// What becomes of a file when it is closed.
interface Completion {
  /// Counts elements that were moved.
  void moved(Direction direction, long elements);

  /// Takes the file for complete whatever was written.
  void declare();

  void close() throws IOException;

  /// Of a file that was there before, or appeared at once.
  record Plain(FileHandle handle) implements Completion {
    @Override
    public void moved(Direction direction, long elements) {}

    @Override
    public void declare() {
      throw new IllegalStateException("only a file that appears when complete can be declared so");
    }

    @Override
    public void close() throws IOException {
      handle.close();
    }
  }
}
