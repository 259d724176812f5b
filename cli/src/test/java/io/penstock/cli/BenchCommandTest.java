package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `bench` refuses, in one line, before it touches anything. What it measures is in
/// [BenchProcessTest].
class BenchCommandTest {
  private static final String CONTENT = "0123456789".repeat(1000);

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--engine pigeon | no engine 'pigeon'; there are auto, posix",
        "--engine posix --direct | --direct is --engine posix-direct, not posix: leave one out",
        "--direct --block 512 | --block 512: past the page cache it must be a multiple of 4096",
        "--block 0 | '0' is nothing",
        "--block x | 'x' is no number of bytes",
        "--block 1g | --block 1073741824: the file's 10000 bytes hold none",
        "--block 2g | --block 2147483648: it must be from 1 to 1073741824",
        "--depth 0 | --depth 0: it must be from 1 to 1024",
        "--depth x | 'x' is not an int",
        "--threads 0 | --threads 0: it must be from 1 to 1024",
        "--threads 3 | 3 regions need more than the file's 2 blocks",
        "--pattern zigzag | --pattern zigzag: there are sequential and random alone",
        "--reads 101 | --reads 101: it must be from 0 to 100",
        "--size 0 | '0' is nothing",
        "--sync 4 | --sync 4: nothing is written",
        "--seconds 0 | --seconds 0: it must be from 1 to 604800",
        "--seed x | 'x' is not an int",
        "--nonsense | Unknown option: '--nonsense'",
        "another | unexpected argument 'another'"
      })
  void wrongArgumentsAreOneLine(String options, String reason) throws IOException {
    Path file = Files.writeString(folder.resolve("file"), CONTENT);
    CommandRun run = bench(file, options);
    assertRefused(run, 2, reason);
    assertThat(file).hasContent(CONTENT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"--reads 0", "--reads 99", "--reads 50 --engine mapped"})
  void aFileThatIsThereIsNotWrittenUnasked(String options) throws IOException {
    Path file = Files.writeString(folder.resolve("file"), CONTENT);
    assertRefused(
        bench(file, options), 1, "file: exists, and writes would destroy what it holds; add --ov");
    assertThat(file).hasContent(CONTENT);
  }

  @Test
  void aFileThatIsShorterThanAskedForIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), CONTENT);
    assertRefused(
        bench(file, "--size 10001 --reads 0 --overwrite"), 1, "file: has 10000 bytes; choose");
    assertThat(file).hasContent(CONTENT);
  }

  @Test
  void aNewFileNeedsItsSize() {
    Path file = folder.resolve("file");
    assertRefused(bench(file, "--reads 0"), 1, "file: no such file; add --size");
    assertThat(file).doesNotExist();
  }

  @Test
  void aNewFileIsNotMadeWhereThereIsNoRoomForIt() {
    Path file = folder.resolve("file");
    assertRefused(bench(file, "--size 8000t"), 1, "file: there is no room for 8796093022208000");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aNewFileIsNotMadeForAJobThatIsImpossible() {
    Path file = folder.resolve("file");
    assertRefused(bench(file, "--size 4096 --threads 2"), 2, "2 regions need more");
    assertThat(file).doesNotExist();
  }

  @Test
  void aFolderAnEmptyFileAndADeadLinkAreRefused() throws IOException {
    assertRefused(bench(folder, "--size 4096"), 1, "is no regular file");
    Path empty = Files.createFile(folder.resolve("empty"));
    assertRefused(bench(empty, "--size 4096"), 1, "is empty");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("nowhere"));
    assertRefused(bench(link, "--size 4096"), 1, "is no regular file");
  }

  @Test
  void theFileItselfIsNoPlaceForFigures() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), CONTENT);
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    assertRefused(bench(file, "--json " + file), 2, "is the file to be measured");
    assertRefused(bench(file, "--export-fio " + link), 2, "is the file to be measured");
    Path missing = folder.resolve("missing");
    assertRefused(bench(missing, "--size 4096 --json " + missing), 2, "is the file to be measured");
    assertRefused(
        bench(file, "--json " + missing + " --export-fio " + missing), 2, "need a file each");
    assertThat(file).hasContent(CONTENT);
    assertThat(missing).doesNotExist();
  }

  @Test
  void noOtherNameOfItsFolderHidesTheFileItself() throws IOException {
    Path real = Files.createDirectories(folder.resolve("real/deep"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);
    Path missing = folder.resolve("real/missing");
    assertRefused(
        bench(missing, "--size 4096 --json " + link.resolve("../missing")),
        2,
        "is the file to be measured");
    assertThat(missing).doesNotExist();
  }

  @Test
  void whereNothingCanBeWrittenIsSaidBeforeTheFileIsMade() throws IOException {
    Path file = folder.resolve("file");
    Path nowhere = folder.resolve("missing/figures");
    assertRefused(
        bench(file, "--size 4096 --json " + nowhere), 2, "figures: cannot be written there");
    assertRefused(bench(file, "--size 4096 --export-fio " + folder), 2, "cannot be written there");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aNameThatFioCannotHaveIsRefusedBeforeTheFileIsMade() {
    Path file = folder.resolve("a#b");
    assertRefused(
        bench(file, "--size 4096 --export-fio " + folder.resolve("job.fio")),
        1,
        "a#b: fio cannot name this file");
    assertThat(folder).isEmptyDirectory();
  }

  private static CommandRun bench(Path file, String options) {
    return CommandRun.of(("bench " + file + " " + options).split(" ", -1));
  }

  private static void assertRefused(CommandRun run, int status, String reason) {
    assertThat(run.diagnostics().lines()).singleElement().asString().contains(reason);
    assertThat(run.results()).isEmpty();
    assertThat(run.status()).isEqualTo(status);
  }
}
