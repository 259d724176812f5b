package io.penstock.cli;

import io.penstock.evaluate.run.Deletion;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What the JVM is shown when an ahead-of-time cache is made: verbs that are used for short jobs,
/// one after the other, with their results going nowhere.
///
/// `count` has a cache of its own: one that knows picocli's classes opens picocli's jar.
public final class Rehearsal {
  /// Enough for what is called often to be known as such.
  private static final int LINES = 500_000;

  private static final int FILES = 1000;
  private static final int FOLDERS = 10;

  private Rehearsal() {}

  /// Plays the scenes.
  ///
  /// @param arguments `count` for those of that verb alone
  public static void main(String[] arguments) throws IOException {
    System.exit(play(List.of(arguments).contains("count")));
  }

  private static int play(boolean countAlone) throws IOException {
    Path stage = Files.createTempDirectory("penstock");
    try {
      Path text = stage.resolve("text");
      Files.writeString(text, "one line of a text that is like many others\n".repeat(LINES));
      if (countAlone) {
        return play(countings(text.toString()));
      }
      Path tree = grow(stage.resolve("tree"));
      return play(scenes(text.toString(), tree.toString(), stage.resolve("copy").toString()));
    } finally {
      Deletion.of(stage);
    }
  }

  private static Path grow(Path tree) throws IOException {
    for (int i = 0; i < FILES; i++) {
      Path folder = Files.createDirectories(tree.resolve("d" + i % FOLDERS));
      Files.writeString(folder.resolve("f" + i), "contents");
    }
    return tree;
  }

  private static List<String> countings(String text) {
    return List.of("count -l " + text, "count -lwmc " + text, "count " + text);
  }

  private static List<String> scenes(String text, String tree, String copy) {
    return List.of(
        "find -F others " + text,
        "find -c [x-z]+ " + text,
        "lines " + text + " 2-3",
        "words " + text,
        "walk " + tree,
        "copy -r " + tree + " " + copy,
        "--version");
  }

  private static int play(List<String> scenes) {
    return scenes.stream().mapToInt(Rehearsal::play).max().orElseThrow();
  }

  private static int play(String scene) {
    return Main.run(
        new Results(OutputStream.nullOutputStream(), StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        scene.split(" ", -1));
  }
}
