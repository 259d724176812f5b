package io.penstock.file;

import java.io.IOException;

/// What becomes of a file when it is closed.
interface Completion {
  /// A transfer begins; [#end] follows only if it does not fail.
  void begin(Direction direction);

  /// A transfer has moved so many elements.
  void end(Direction direction, long elements);

  /// Takes the file for complete whatever was written.
  void declare();

  void close() throws IOException;

  /// Of a file that was there before, or appeared at once.
  record Plain(FileHandle handle) implements Completion {
    @Override
    public void begin(Direction direction) {}

    @Override
    public void end(Direction direction, long elements) {}

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
