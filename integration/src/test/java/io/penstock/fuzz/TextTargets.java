package io.penstock.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.file.Profile;
import io.penstock.text.IndexOptions;
import io.penstock.text.LineIndex;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// Files beside texts, and those of settings.
final class TextTargets {
  private TextTargets() {}

  /// A saved index of lines. Whatever it says, what is handed out is a line of the text.
  static final class Index extends FileTarget {
    private static final int CHECKSUM = Integer.BYTES;
    private static final int LINES = 3000;
    private static final int ASKED = 20;

    private final Path text = scratch("text");
    private final Set<String> lines = new HashSet<>();

    Index() throws IOException {
      super("line-index", IOException.class, 1 << 20, 100, "text.lines");
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < LINES; i++) {
        String line = "x".repeat(i % 20) + i;
        lines.add(line);
        all.append(line).append('\n');
      }
      Path _ = Files.writeString(text, all);
      // Long ago, or else the index is made again.
      Path _ =
          Files.setLastModifiedTime(text, FileTime.from(Instant.parse("2020-02-02T02:02:02Z")));
    }

    @Override
    public List<byte[]> seeds() throws IOException {
      Path saved = scratch("made");
      LineIndex.open(text, IndexOptions.savedAs(saved).withThreads(1)).close();
      return List.of(Files.readAllBytes(saved));
    }

    @Override
    public int inputs() {
      return 2000; // each makes a file
    }

    @Override
    public long longInputs() {
      return 100_000;
    }

    @Override
    public byte[] mended(byte[] input) {
      if (input.length < CHECKSUM) {
        return input;
      }
      byte[] mended = input.clone();
      CRC32C checksum = new CRC32C();
      checksum.update(mended, 0, mended.length - CHECKSUM);
      ByteBuffer.wrap(mended).putInt(mended.length - CHECKSUM, (int) checksum.getValue());
      return mended;
    }

    @Override
    void decode(Path file, int length) throws IOException {
      try (LineIndex index =
          LineIndex.open(text, IndexOptions.savedAs(file).withThreads(1).withCache(64 << 10))) {
        long count = index.count();
        assertThat(count).isNotNegative();
        for (long i = 0; i < Math.min(count, ASKED); i++) {
          assertThat(lines).contains(index.line(1 + i * ((count - 1) / ASKED)));
        }
      }
    }
  }

  /// A profile, by which a machine's fastest engine is chosen.
  static final class Settings extends FileTarget {
    Settings() throws IOException {
      super("profile", IOException.class, 128 << 10, 100, "profile.properties");
    }

    @Override
    public List<byte[]> seeds() {
      return Stream.of(
              Profile.guess().text(),
              new Profile("mapped", 3, 2, 1 << 20).text(),
              "# nothing\n",
              "engine : posix\\u002ddirect\nreadThreads = \\\n  4\n")
          .map(settings -> settings.getBytes(UTF_8))
          .toList();
    }

    @Override
    public List<byte[]> words() {
      return Stream.of(
              "engine",
              "readThreads",
              "writeThreads",
              "chunkBytes",
              "=",
              ":",
              "\\",
              "\\u00",
              "\\n",
              "\n",
              "é",
              "#")
          .map(word -> word.getBytes(UTF_8))
          .toList();
    }

    @Override
    void decode(Path file, int length) throws IOException {
      assertThat(Profile.read(file).text()).isNotBlank();
    }
  }
}
