package io.penstock.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/// Random texts of each kind that makes trouble, a megabyte or more of each.
record GeneratedCorpora(Path folder, Random random) {
  private static final int BYTES = 1 << 20;
  private static final int LONGEST_SHORT = 13;

  /// Longer than what is read at a time.
  private static final int LONGEST = 400_000;

  private static final String LETTERS = "etaoinshrdlu äöüßéñçøłžαβγдж漢字語한글😀𝔘\u0301€…";
  private static final String[] WORDS = {
    "the", "return", "item-", "static final", "größe", "e", "_x1", "0.25", "漢字", "😀", "\t", "  "
  };

  List<Corpus> write() throws IOException {
    return List.of(
        text("log", this::logLine),
        text("short", () -> letters(LONGEST_SHORT)),
        text("long", () -> words(random.nextInt(50) == 0 ? LONGEST / 4 : 3000)),
        text("multibyte", () -> letters(80)),
        text("windows", () -> words(12) + (random.nextInt(9) == 0 ? "\rx" : "") + "\r"),
        noise());
  }

  private interface LineMaker {
    String line();
  }

  private Corpus text(String kind, LineMaker maker) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    while (text.size() < BYTES) {
      text.writeBytes((maker.line() + "\n").getBytes(StandardCharsets.UTF_8));
    }
    if (random.nextBoolean()) {
      text.writeBytes("item-1 no newline".getBytes(StandardCharsets.UTF_8));
    }
    return new Corpus(kind, Files.write(folder.resolve(kind), text.toByteArray()));
  }

  private Corpus noise() throws IOException {
    byte[] noise = new byte[2 * BYTES];
    random.nextBytes(noise);
    return new Corpus("noise", Files.write(folder.resolve("noise"), noise));
  }

  private String logLine() {
    return "10.%d.%d.%d - - [22/Nov/2026:10:00:%02d +0000] \"%s /item-%d?q=%s HTTP/1.1\" %d %.3f"
        .formatted(
            random.nextInt(256),
            random.nextInt(256),
            random.nextInt(256),
            random.nextInt(60),
            random.nextInt(9) == 0 ? "HEAD" : "GET",
            random.nextInt(10_000),
            words(1).strip(),
            random.nextInt(100_000),
            random.nextDouble());
  }

  private String words(int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append(WORDS[random.nextInt(WORDS.length)]);
      text.append(random.nextInt(4) == 0 ? Integer.toString(random.nextInt(10_000)) : " ");
    }
    return text.toString();
  }

  private String letters(int most) {
    int[] all = LETTERS.codePoints().toArray();
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.appendCodePoint(all[random.nextInt(random.nextBoolean() ? 13 : all.length)]);
    }
    return text.toString();
  }
}
