package io.penstock.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/// A program that opens a file by `posix-direct` with 0, 1 and 2 descriptors left, and then with
/// enough of them.
final class FewDescriptors {
  private static final int MOST = 4;

  private FewDescriptors() {}

  /// Arguments: a file.
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[0]);
    open(path); // what is needed for it is loaded by now
    Outcome.say("missing", () -> open(path.resolveSibling("missing")));
    Deque<RandomAccessFile> all = new ArrayDeque<>();
    try {
      while (true) {
        all.push(new RandomAccessFile(path.toFile(), "r"));
      }
    } catch (IOException _) {
      // the limit
    }
    for (int left = 0; left < MOST; left++) {
      Outcome.say(left + " left", () -> open(path));
      all.pop().close();
    }
  }

  private static void open(Path path) throws IOException {
    FileEngines.of(FileEngine.Direct.class).open(path, OpenMode.READ).close();
  }
}
