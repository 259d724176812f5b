package io.penstock.tree;

import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Path;

/// A tree deeper than a path may be long.
final class DeepTree {
  private DeepTree() {}

  /// Makes `levels` folders, each in the one before, with an empty folder and a file beside it.
  static void grow(Path root, int levels) throws IOException {
    String program =
        """
        import os, sys
        os.chdir(sys.argv[1])
        for i in range(int(sys.argv[2])):
            os.mkdir("a"); os.mkdir("z"); open("f", "w").close(); os.chdir("a")
        """;
    try {
      Process process =
          new ProcessBuilder("python3", "-c", program, root.toString(), Integer.toString(levels))
              .inheritIO()
              .start();
      SpokenAssumption.that(process.waitFor() == 0, "no deep tree can be made here");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
