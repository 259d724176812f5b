package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `count`, `find`, `lines` and `words` as a user starts them: what comes by standard input, by
/// pipes, and with little memory.
class TextProcessTest {
  private static final Path LAUNCHER =
      Path.of(Objects.requireNonNull(System.getProperty("penstock.home")), "penstock");

  @TempDir private Path folder;

  /// @param command in which `penstock` is the launcher
  private ProcessRun shell(String command) throws IOException, InterruptedException {
    String function = "penstock() { '" + LAUNCHER + "' \"$@\"; }\ncd '" + folder + "'\n";
    return ProcessRun.of(folder, "sh", "-c", function + command);
  }

  private void assertPrinted(String command, String expected)
      throws IOException, InterruptedException {
    ProcessRun run = shell(command);
    assertThat(run.diagnostics()).as(command).isEmpty();
    assertThat(run.results()).as(command).isEqualTo(expected);
    assertThat(run.status()).as(command).isZero();
  }

  @Test
  void standardInputIsReadWhereNoFileIsNamed() throws Exception {
    assertPrinted("printf 'one\\ntwo' | penstock count -l -w -c", "1 2 7\n");
    assertPrinted("printf 'one\\ntwo' | penstock find -n o", "1:one\n2:two\n");
    assertPrinted("printf 'one\\ntwo\\n' | penstock lines - 2", "two\n");
    assertPrinted("printf 'b a b' | penstock words", "2 b\n1 a\n");
  }

  @Test
  void standardInputMayBeAFileOrNothing() throws Exception {
    Files.writeString(folder.resolve("text"), "one\ntwo\n");
    assertPrinted("penstock count -l < text", "2\n");
    assertPrinted("penstock find -F two - < text", "two\n");
    assertPrinted("penstock count -l -w -c < /dev/null", "0 0 0\n");
  }

  @Test
  void theCurrentFolderIsSearchedWhereNoneIsNamed() throws Exception {
    Files.writeString(Files.createDirectories(folder.resolve("tree/b")).resolve("x"), "one\n");
    assertPrinted("cd tree && penstock find -r one", "./b/x:one\n");
    assertPrinted("cd tree && penstock find -r one .", "./b/x:one\n");
    assertPrinted("printf 'one\\n' | penstock find -r one -", "one\n");
  }

  @Test
  void aPipeWithANameIsReadToItsEnd() throws Exception {
    assertPrinted("mkfifo pipe; printf 'one\\ntwo\\n' > pipe & penstock find -c o pipe", "2\n");
    ProcessRun run =
        shell("printf 'one\\n' > pipe & penstock lines pipe 1; s=$?; cat pipe; exit $s");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .isEqualTo("penstock: pipe: is a pipe or a device, where no line can be found again\n");
  }

  @Test
  void linesOfStandardInputThatAreNotThereAreSaid() throws Exception {
    ProcessRun run = shell("printf 'one\\n' | penstock lines - 2");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics().lines()).singleElement().asString().contains("has 1 lines, not 2");
  }

  @Test
  void aLineForWhichThereIsNoMemoryIsSaidInOneLine() throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(folder.resolve("sparse").toFile(), "rw")) {
      file.seek(3L << 30);
      file.writeBytes("\nx\n");
    }
    for (String verb : new String[] {"find -F x", "find -n x", "words"}) {
      ProcessRun run =
          shell("PENSTOCK_OPTS=-Xmx64m; export PENSTOCK_OPTS; penstock " + verb + " sparse");
      assertThat(run.diagnostics().lines())
          .as(verb)
          .singleElement()
          .asString()
          .startsWith("penstock: sparse: the line that begins at byte 0 has more than ")
          .endsWith("; give the JVM more by -Xmx");
    }
    assertPrinted("PENSTOCK_OPTS=-Xmx64m; export PENSTOCK_OPTS; penstock lines sparse 2", "x\n");
  }
}
