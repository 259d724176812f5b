package io.penstock.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What the JVM is shown when its ahead-of-time cache is made: the verbs that are used for short
/// jobs, one after the other, with their results going nowhere.
public final class Rehearsal {
  /// Enough for what is called often to be known as such.
  private static final int LINES = 500_000;

  private Rehearsal() {}

  /// Runs the verbs.
  public static void main(String[] arguments) throws IOException {
    System.exit(play());
  }

  private static int play() throws IOException {
    Path text = Files.createTempFile("penstock", ".txt");
    try {
      Files.writeString(text, "one line of a text that is like many others\n".repeat(LINES));
      return play(text.toString());
    } finally {
      Files.delete(text);
    }
  }

  private static int play(String text) {
    List<List<String>> scenes =
        List.of(
            List.of("count", "-l", text),
            List.of("count", "-lwmc", text),
            List.of("count", text),
            List.of("find", "-F", "others", text),
            List.of("find", "-c", "[x-z]+", text),
            List.of("lines", text, "2-3"),
            List.of("words", text),
            List.of("--version"));
    return scenes.stream().mapToInt(Rehearsal::play).max().orElseThrow();
  }

  private static int play(List<String> scene) {
    return Main.run(
        new Results(OutputStream.nullOutputStream(), StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        scene.toArray(String[]::new));
  }
}
