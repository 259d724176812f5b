package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.penstock.cli.doctor.Finding;
import io.penstock.cli.doctor.Finding.Level;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

class DoctorTest {
  private static final List<String> QUESTIONS =
      List.of(
          "JDK",
          "native access",
          "system",
          "processors",
          "memory",
          "open files",
          "locked memory",
          "file system",
          "O_DIRECT",
          "cachestat",
          "io_uring",
          "profile",
          "codecs",
          "MPI",
          "C compiler",
          "Python",
          "Maven");

  @Test
  void everyQuestionIsAnswered(@TempDir Path folder) {
    CommandRun run = CommandRun.of("doctor", "--dir", folder.toString());
    assertThat(run.status()).isZero();
    assertThat(run.results()).contains(QUESTIONS).contains(folder.getFileName().toString());
    assertThat(run.diagnostics()).isEmpty();
  }

  @Test
  void aFolderThatIsNotThereIsRefused(@TempDir Path folder) {
    Path none = folder.resolve("none");
    CommandRun run = CommandRun.of("doctor", "--dir", none.toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.diagnostics().lines())
        .containsExactly(
            "penstock: --dir " + none + ": no such folder; see penstock doctor --help");
  }

  @Test
  void theFolderIsLeftAsItWas(@TempDir Path folder) {
    CommandRun.of("doctor", "--dir", folder.toString());
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void jsonAnswersTheSameQuestions(@TempDir Path folder) throws IOException {
    CommandRun run = CommandRun.of("doctor", "--json", "--dir", folder.toString());
    assertThat(names(run.results())).containsExactlyElementsOf(QUESTIONS);
  }

  @Test
  void aRemedyStandsBelowItsFinding() {
    StringWriter text = new StringWriter();
    List<Finding> findings =
        List.of(
            new Finding("disk", Level.OK, "ext4", ""),
            new Finding("compiler", Level.NOTE, "none", "apt install gcc"));
    Doctor.print(findings, new PrintWriter(text), Ansi.OFF);
    assertThat(text.toString().lines())
        .containsExactly(
            "ok       disk      ext4",
            "note     compiler  none",
            "                   -> apt install gcc");
  }

  private static List<String> names(String json) throws IOException {
    List<String> names = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      while (parser.nextToken() != null) {
        if ("name".equals(parser.currentName()) && parser.currentToken().isScalarValue()) {
          names.add(parser.getText());
        }
      }
    }
    return names;
  }
}
