package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Names with characters that a terminal would obey, wherever the command shows names to people.
class EscapesTest {
  private static final String EVIL = "a\033[31m\007b\tc\rd";

  @TempDir private Path folder;

  @Test
  void whatATerminalWouldObeyIsWrittenAsLsDoes() {
    assertThat(Escapes.of(EVIL + "\n\u007f\u009b"))
        .isEqualTo("a\\033[31m\\007b\\tc\\rd\\n\\177\\302\\233");
    assertThat(Escapes.of("x\u202ey\u2066z")).isEqualTo("x\\342\\200\\256y\\342\\201\\246z");
    String harmless = "gr\u00f6\u00dfe \u6f22\u5b57 \ud83d\udc68\u200d\ud83d\udc69 a\\b";
    assertThat(Escapes.of(harmless)).isSameAs(harmless);
  }

  @Test
  void filesOfAZipArchiveAreListed() throws IOException {
    Path archive = folder.resolve("archive.zip");
    try (OutputStream out = Files.newOutputStream(archive);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry(EVIL + "\nx"));
      zip.closeEntry();
    }
    CommandRun run = CommandRun.of("list", archive.toString());
    assertThat(run.results()).contains("a\\033[31m\\007b\\tc\\rd\\nx").hasLineCount(2);
    requireHarmless(run);
  }

  @ParameterizedTest
  @CsvSource({
    "copy NAME OUT, 0",
    "copy IN NAME, 0",
    "copy NAME/x OUT, 1",
    "count NAME, 0",
    "count NAME/x, 1",
    "find text NAME/x, 2",
    "lines NAME 9, 1",
    "list NAME, 1",
    "pack NAME/x, 1",
    "unpack NAME, 1",
    "objects NAME, 1",
    "array info NAME, 1",
    "array plot NAME --raw=uint8+little+5, 0",
    "array plot IN --raw=uint8+little+5 --svg=NAME --force, 0",
    "array convert IN NAME --raw=uint8+little+5 --raw-out --force, 0",
    "array slice IN 1: NAME --raw=uint8+little+5 --raw-out --force, 0",
    "run -n 2 NAME, 1",
    "run -n 2 --hosts NAME Main, 2",
    "run -n 2 -cp target/test-classes --transport mpi --launcher NAME io.penstock.cli.RankProgram"
        + ", 1",
    "walk NAME/x, 1",
    "walk NAME --total, 0",
    "walk NAME --NAME, 2",
    "NAME, 2"
  })
  void namesReachATerminalEscaped(String words, int status) throws IOException {
    Path named;
    try {
      named = folder.resolve(EVIL);
    } catch (InvalidPathException _) {
      SpokenAssumption.that(false, "no such names here");
      throw new AssertionError("skipped before");
    }
    Files.writeString(named, "text\n");
    Path in = Files.writeString(folder.resolve("in"), "text\n");
    String[] line =
        words
            .replace('+', ',') // which separates what a test is given
            .replace("IN", in.toString())
            .replace("OUT", folder.resolve("out").toString())
            .replace("NAME", named.toString())
            .split(" ", -1);
    CommandRun run = CommandRun.of(line);
    assertThat(run.status()).as(run.diagnostics()).isEqualTo(status);
    assertThat(run.results() + run.diagnostics()).isNotEmpty();
    requireHarmless(run);
  }

  @Test
  void aFolderThatIsExaminedReachesATerminalEscaped() throws IOException {
    Path named;
    try {
      named = Files.createDirectory(folder.resolve(EVIL));
    } catch (InvalidPathException _) {
      SpokenAssumption.that(false, "no such names here");
      throw new AssertionError("skipped before");
    }
    CommandRun run = CommandRun.of("doctor", "--dir", named.toString());
    assertThat(run.results()).contains("a\\033[31m\\007b\\tc\\rd");
    requireHarmless(run);
  }

  private static void requireHarmless(CommandRun run) {
    assertThat((run.results() + run.diagnostics()).replace("\n", "").codePoints())
        .noneMatch(Character::isISOControl);
  }
}
