package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.penstock.file.Profile;
import io.penstock.report.EvaluationOutcome;
import io.penstock.report.JsonReport;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class EvaluateCommandTest {
  @TempDir Path folder;

  @Test
  void anUnknownChapterIsNamed() {
    isRefused("unknown chapter 'nonsense'; there are: ", "nonsense");
  }

  @Test
  void sizesAreNumbersOfBytes() {
    isRefused("'much' is no number of bytes; write 1048576, 64MiB or 1g", "--size", "much");
    isRefused("'0' is nothing", "--size", "0");
    isRefused("'9999999t' is more than any file can have", "--size", "9999999t");
    isRefused("--size 4096: the experiments are about files of 1 MiB", "files", "--size", "4k");
  }

  @Test
  void threadsAreCounted() {
    isRefused("--threads [0]: there must be at least one", "--threads", "0");
    isRefused("--threads [1, 2000000000]: there can be 1024 at most", "--threads", "1,2000000000");
    isRefused("'many' is not an int", "--threads", "many");
  }

  @Test
  void quickAndFullExcludeEachOther() {
    isRefused("--quick, --full are mutually exclusive", "--quick", "--full");
  }

  @Test
  void aCrossCheckHasRowsOfItsOwn() {
    String why = "--cross-check has rows of its own; only --dir and --seed go with it";
    isRefused(why, "--cross-check");
    for (List<String> wrong :
        List.of(
            List.of("arrays"),
            List.of("--report", "page.html"),
            List.of("--json", "figures.json"),
            List.of("--baseline", "old.json"),
            List.of("--quick"),
            List.of("--size", "1m"),
            List.of("--threads", "2"),
            List.of("--targets"),
            List.of("--save-profile"))) {
      List<String> all = new ArrayList<>(List.of("evaluate", "--cross-check", "--dir"));
      all.add(folder.toString());
      all.addAll(wrong);
      CommandRun run = CommandRun.of(all.toArray(String[]::new));
      assertThat(run.status()).as("%s", wrong).isEqualTo(2);
      assertThat(run.diagnostics().lines()).hasSize(1);
      assertThat(run.diagnostics()).contains(why);
    }
  }

  @Test
  void defaultsAreNotSavedFromAQuickRun() {
    isRefused("--save-profile: --quick measures too little", "--quick", "--save-profile");
  }

  @Test
  void defaultsAreNotSavedFromWhatDoesNotDecideOnThem() {
    String chapter = "--save-profile: only the whole chapter arrays decides on defaults";
    isRefused(chapter, "--save-profile", "messages");
    isRefused(chapter, "--save-profile", "arrays.read");
    isRefused(
        "--save-profile: one number of threads decides on no default",
        "--save-profile",
        "--threads",
        "2");
    isRefused(
        "--save-profile: one number of threads decides on no default",
        "--save-profile",
        "--threads",
        "2,2");
  }

  @Test
  void defaultsAreSavedOnlyWhereThatIsAskedFor() throws IOException {
    Profile won = new Profile("posix", 3, 2, 8192);
    Path file = folder.resolve("profile");
    assertThat(kept(won, file))
        .contains("--save-profile", file.toString(), "engine=posix", "readThreads=3");
    assertThat(file).doesNotExist();
    assertThat(kept(won, file, false, "--save-profile"))
        .contains("Saved nothing", "busy")
        .hasLineCount(2);
    assertThat(file).doesNotExist();
    assertThat(kept(won, file, "--save-profile")).contains("Saved", file.toString());
    assertThat(Profile.load(file)).isEqualTo(won);
  }

  @Test
  void aMachineThatWasBusyBeforeIsNotIdle() {
    int processors = Runtime.getRuntime().availableProcessors();
    assertThat(EvaluateCommand.isIdle(0.1)).isTrue();
    assertThat(EvaluateCommand.isIdle(-1)).isTrue();
    assertThat(EvaluateCommand.isIdle(processors)).isFalse();
  }

  private static String kept(Profile won, Path file, String... arguments) throws IOException {
    return kept(won, file, true, arguments);
  }

  private static String kept(Profile won, Path file, boolean idle, String... arguments)
      throws IOException {
    EvaluateCommand command = new EvaluateCommand();
    StringWriter diagnostics = new StringWriter();
    CommandLine line = new CommandLine(command).setErr(new PrintWriter(diagnostics));
    assertThat(line.parseArgs(arguments).errors()).isEmpty();
    command.attach("evaluate", line.getOut(), line.getErr());
    command.keep(won, file, idle);
    return diagnostics.toString();
  }

  @Test
  void aFolderThatIsNotThereIsNamed() {
    Path nowhere = folder.resolve("nowhere");
    isRefused("--dir " + nowhere + ": no such folder", "--dir", nowhere.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--quick", "--cross-check"})
  void aFolderThatCannotBeWrittenToIsNamedBeforeAnythingRuns(String how) throws IOException {
    Path kept = Files.createDirectory(folder.resolve("kept"));
    Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeFalse(Files.isWritable(kept), "root may write everywhere");
    CommandRun run = CommandRun.of("evaluate", how, "--dir", kept.toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.diagnostics().lines())
        .singleElement()
        .asString()
        .contains("--dir " + kept + ": not a folder that can be written to");
  }

  @Test
  void aPageThatCannotBeWrittenIsSaidBeforeAnythingRuns() {
    Path page = folder.resolve("nowhere").resolve("page.html");
    isRefused(page + ": cannot be written there", "--report", page.toString());
  }

  @Test
  void reportsThatWouldReplaceEachOtherAreRefused() {
    String json = folder.resolve("figures.json").toString();
    isRefused(
        json + ": --report, --json and --picture need a file each",
        "--picture",
        folder + "/./figures.json");
    String same = folder + "/../" + folder.getFileName() + "/figures.json";
    isRefused(same + ": --report, --json and --picture need a file each", "--report", same);
  }

  @Test
  void aDeviceTakesAnyNumberOfReports() {
    isRefused(
        "unknown chapter 'nonsense'", "--report", "/dev/null", "--json", "/dev/./null", "nonsense");
  }

  @Test
  void theFilesAreWrittenAlsoWhereNobodyReadsTheTableToItsEnd() throws IOException {
    Path json = folder.resolve("figures.json");
    Path page = folder.resolve("page.html");
    Results gone =
        new Results(
            new OutputStream() {
              @Override
              public void write(int value) {
                throw new OutputLostException(new IOException("Broken pipe"), true);
              }
            },
            StandardCharsets.UTF_8);
    EvaluateCommand command = writing(json, page, gone, new StringWriter());
    assertThatThrownBy(() -> command.report(ADVICE, Optional.empty()))
        .isInstanceOf(OutputLostException.class);
    assertThat(JsonReport.read(json)).isEqualTo(ADVICE);
    assertThat(page).content().contains("Repeat it.");
  }

  /// Their places were there when the evaluation began.
  @Test
  void eachFileIsWrittenAlsoWhereAnotherOneCannotBe() throws IOException {
    Path gone = folder.resolve("gone").resolve("file");
    Path json = folder.resolve("figures.json");
    Path page = folder.resolve("page.html");
    StringWriter said = new StringWriter();
    assertThatThrownBy(() -> writing(gone, page, table(), said).report(ADVICE, Optional.empty()))
        .hasMessageContaining(gone.toString());
    assertThat(page).content().contains("Repeat it.");
    assertThatThrownBy(() -> writing(json, gone, table(), said).report(ADVICE, Optional.empty()))
        .hasMessageContaining(gone.toString());
    assertThat(JsonReport.read(json)).isEqualTo(ADVICE);
    assertThat(said.toString().lines()).containsExactly("Wrote " + page, "Wrote " + json);
  }

  private static final EvaluationOutcome ADVICE =
      new EvaluationOutcome(
          "1", Map.of(), List.of(), List.of("Repeat it."), "evaluate", Instant.EPOCH);

  private static Results table() {
    return new Results(OutputStream.nullOutputStream(), StandardCharsets.UTF_8);
  }

  private static EvaluateCommand writing(
      Path json, Path page, Results results, StringWriter diagnostics) {
    EvaluateCommand command = new EvaluateCommand();
    CommandLine line = new CommandLine(command).setErr(new PrintWriter(diagnostics));
    String[] arguments = {"--json", json.toString(), "--report", page.toString()};
    assertThat(line.parseArgs(arguments).errors()).isEmpty();
    command.attach("evaluate", results, line.getErr());
    return command;
  }

  @Test
  void aBaselineThatIsMissingIsOneLine() {
    CommandRun run = evaluate("--baseline", folder.resolve("old.json").toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics().lines())
        .containsExactly(
            "penstock: " + folder.resolve("old.json") + ": no such file or folder; check the path");
  }

  private void isRefused(String why, String... arguments) {
    CommandRun run = evaluate(arguments);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.results()).isEmpty();
    assertThat(run.diagnostics().lines()).hasSize(1);
    assertThat(run.diagnostics()).contains(why).contains("see penstock evaluate --help");
    assertThat(folder).isEmptyDirectory();
  }

  private CommandRun evaluate(String... arguments) {
    List<String> all = new ArrayList<>(List.of("evaluate", "--dir", folder.toString()));
    all.addAll(List.of("--report", folder.resolve("page.html").toString()));
    all.addAll(List.of("--json", folder.resolve("figures.json").toString()));
    for (String argument : arguments) {
      int at = all.indexOf(argument);
      if (at > 0) {
        all.subList(at, at + 2).clear(); // the test names another
      }
      all.add(argument);
    }
    return CommandRun.of(all.toArray(String[]::new));
  }
}
