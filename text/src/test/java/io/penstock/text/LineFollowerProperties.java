package io.penstock.text;

import static io.penstock.text.FollowScript.append;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/// A follower of random changes shows what a plain model of them does.
class LineFollowerProperties {
  @TempDir private Path folder;

  private final Random random = Seed.sow(getClass());
  private final List<String> expected = new ArrayList<>();

  /// What the followed file holds, of which all whole lines are expected up to `shown`.
  private final StringBuilder content = new StringBuilder();

  private int shown;
  private int files;

  @RepeatedTest(30)
  void everyLineOfEveryFileIsShownOnce() throws Exception {
    Path log = folder.resolve("log");
    Files.writeString(log, "");
    FollowScript script = new FollowScript();
    for (int i = 0; i < 60; i++) {
      script.then(() -> change(log));
    }
    Lines lines = Lines.of(log).withChunk(16 + random.nextInt(5000));
    assertThat(script.follow(lines, FollowOptions.all())).isEqualTo(expected);
  }

  private void change(Path log) throws IOException {
    switch (random.nextInt(6)) {
      case 0 -> truncate(log);
      case 1 -> {
        grow(log);
        replace(log);
      }
      default -> grow(log);
    }
  }

  private void grow(Path log) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append("x".repeat(random.nextInt(10) == 0 ? random.nextInt(9000) : random.nextInt(9)));
      text.append(random.nextBoolean() ? "\n" : "");
    }
    append(log, text.toString());
    content.append(text);
    expectWholeLines();
  }

  private void expectWholeLines() {
    for (int end = content.indexOf("\n", shown); end >= 0; end = content.indexOf("\n", shown)) {
      expected.add(content.substring(shown, end));
      shown = end + 1;
    }
  }

  private void replace(Path log) throws IOException {
    if (random.nextBoolean()) {
      Files.move(log, folder.resolve("log." + files++));
    } else {
      Files.delete(log);
    }
    beginAnew("<NEW_FILE>");
    append(log, "new\n");
    content.append("new\n");
    expected.add("new");
    shown = content.length();
  }

  private void truncate(Path log) throws IOException {
    if (content.isEmpty()) {
      return;
    }
    String rest = content.substring(0, random.nextInt(content.length()));
    beginAnew("<TRUNCATED>");
    Files.writeString(log, rest);
    content.append(rest);
    expectWholeLines();
  }

  private void beginAnew(String event) {
    if (shown < content.length()) {
      expected.add(content.substring(shown));
    }
    expected.add(event);
    content.setLength(0);
    shown = 0;
  }
}
