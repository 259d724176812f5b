package io.penstock.cli;

import io.penstock.evaluate.run.Deletion;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/// What the JVM is shown when an ahead-of-time cache is made: verbs that are used for short jobs,
/// one after the other, with their results going nowhere.
///
/// What needs no grammar has a cache of its own: one that knows picocli's classes opens picocli's
/// jar.
public final class Rehearsal {
  /// Enough for what is called often to be known as such.
  private static final int LINES = 500_000;

  private static final int NUMBERS = 1000;
  private static final int FILES = 1000;
  private static final int FOLDERS = 10;

  private Rehearsal() {}

  /// Plays the scenes.
  ///
  /// @param arguments `plain` for those without a grammar alone
  public static void main(String[] arguments) throws IOException {
    System.exit(play(List.of(arguments).contains("plain")));
  }

  private static int play(boolean plainAlone) throws IOException {
    Path stage = Files.createTempDirectory("penstock");
    try {
      Path text = stage.resolve("text");
      Files.writeString(text, "one line of a text that is like many others\n".repeat(LINES));
      if (plainAlone) {
        return play(plain(text.toString()));
      }
      Path tree = grow(stage.resolve("tree"));
      Path numbers = Files.write(stage.resolve("numbers"), incompressible());
      String made = stage.resolve("made").toString();
      return play(scenes(text.toString(), numbers.toString(), tree.toString(), made));
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

  private static byte[] incompressible() {
    byte[] bytes = new byte[NUMBERS * Double.BYTES];
    new SplittableRandom(1).nextBytes(bytes);
    return bytes;
  }

  private static List<String> plain(String text) {
    return List.of(
        "count -l " + text, "count -lwmc " + text, "count " + text, "--help", "--version");
  }

  private static List<String> scenes(String text, String numbers, String tree, String made) {
    return List.of(
        "find -F others " + text,
        "find -c [x-z]+ " + text,
        "lines " + text + " 2-3",
        "words " + text,
        "walk " + tree,
        "copy -r " + tree + " " + made + ".tree",
        "copy " + text + " " + made + ".txt",
        "pack " + numbers + " -o " + made + ".packed",
        "list " + made + ".packed",
        "unpack " + made + ".packed -o " + made + ".unpacked",
        "pack " + tree + " -o " + made + ".zip",
        "list " + made + ".zip",
        "array convert --raw=float64,little," + NUMBERS + " " + numbers + " " + made + ".npy",
        "array info " + made + ".npy",
        "array stats " + made + ".npy");
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
