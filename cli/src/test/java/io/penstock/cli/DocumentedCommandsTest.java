package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// The shell's lines in the documentation: the shell parses them, and the command knows the verbs
/// and options in them.
class DocumentedCommandsTest {
  private static final Pattern LAUNCHERS =
      Pattern.compile("(?m)^# {3}\\./penstock ([a-z]+)(?: |$)");

  @TempDir private static Path folder;

  @Test
  void everyBlockIsFound() throws IOException {
    for (String language : List.of("sh", "bash", "shell")) {
      DocumentedBlock.requireAllFound(language);
    }
    assertThat(DocumentedBlock.all("bash")).as("one name for one language").isEmpty();
    assertThat(DocumentedBlock.all("shell")).as("one name for one language").isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> theShellParsesEveryBlock() throws IOException {
    return DocumentedBlock.all("sh").stream()
        .map(block -> DynamicTest.dynamicTest(block.toString(), () -> requireParses(block)));
  }

  private static void requireParses(DocumentedBlock block)
      throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve(block.className()), block.text());
    ProcessRun run = ProcessRun.of(folder, "sh", "-n", script.toString());
    assertThat(run).isEqualTo(new ProcessRun(0, "", ""));
  }

  @TestFactory
  Stream<DynamicTest> theCommandKnowsEveryVerbAndOption() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    Set<String> launchers = launchers();
    for (DocumentedBlock block : DocumentedBlock.all("sh")) {
      for (List<String> command : ShellWords.commands(block.text())) {
        if (command.getFirst().matches("(?:\\./)?penstock")) {
          tests.add(
              DynamicTest.dynamicTest(
                  block + " " + String.join(" ", command), () -> requireKnown(command, launchers)));
        }
      }
    }
    assertThat(tests).hasSizeGreaterThan(50);
    return tests.stream();
  }

  private static void requireKnown(List<String> command, Set<String> launchers) {
    String[] arguments = command.subList(1, command.size()).toArray(String[]::new);
    assertThat(arguments).isNotEmpty();
    if (!launchers.contains(arguments[0])) {
      PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
      assertThatCode(() -> Grammar.commandLine(nowhere, nowhere, arguments).parseArgs(arguments))
          .doesNotThrowAnyException();
    }
  }

  /// The verbs that the launcher lists at its beginning.
  private static Set<String> launchers() throws IOException {
    Matcher matcher = LAUNCHERS.matcher(Files.readString(DocumentedBlock.HOME.resolve("penstock")));
    Set<String> verbs = matcher.results().map(found -> found.group(1)).collect(Collectors.toSet());
    assertThat(verbs).contains("build", "setup", "test");
    return verbs;
  }

  @Test
  void wordsAreThoseOfTheShell() {
    assertThat(
            ShellWords.commands(
                """
                tar c 'my logs' | ./penstock pack - -o "a b.zst" # a remark
                # penstock nothing
                python3 - <<'END'
                penstock nothing
                END
                LC_ALL=C penstock count \\
                  -l x < in > out && penstock walk a#b; penstock -h
                """))
        .containsExactly(
            List.of("tar", "c", "my logs"),
            List.of("./penstock", "pack", "-", "-o", "a b.zst"),
            List.of("python3", "-"),
            List.of("penstock", "count", "-l", "x"),
            List.of("penstock", "walk", "a#b"),
            List.of("penstock", "-h"));
  }
}
