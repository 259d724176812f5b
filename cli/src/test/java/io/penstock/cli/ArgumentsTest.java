package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// Arguments of every verb: what is wrong whatever the files are ends with status 2, and no
/// argument is anything but itself.
class ArgumentsTest {
  /// Each verb, with arguments that are right.
  private static final Map<String, Object> VERBS =
      Map.ofEntries(
          Map.entry("array convert IN OUT", new ArrayConvert()),
          Map.entry("array info IN", new ArrayInfo()),
          Map.entry("array plot IN", new ArrayPlot()),
          Map.entry("array slice IN [0] OUT", new ArraySlice()),
          Map.entry("array stats IN", new ArrayStats()),
          Map.entry("copy IN OUT", new CopyCommand()),
          Map.entry("count IN", new CountCommand()),
          Map.entry("doctor", new Doctor()),
          Map.entry("evaluate", new EvaluateCommand()),
          Map.entry("find x IN", new FindCommand()),
          Map.entry("lines IN 1", new LinesCommand()),
          Map.entry("list IN", new ListCommand()),
          Map.entry("objects IN", new ObjectsCommand()),
          Map.entry("pack IN", new PackCommand()),
          Map.entry("run Main", new RunCommand()),
          Map.entry("unpack IN", new UnpackCommand()),
          Map.entry("walk FOLDER", new WalkCommand()),
          Map.entry("words IN", new WordsCommand()));

  @TempDir private Path folder;

  static Stream<Arguments> optionsThatTakeNumbers() {
    return VERBS.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .flatMap(
            verb ->
                new CommandLine(verb.getValue())
                    .getCommandSpec().options().stream()
                        .filter(ArgumentsTest::takesNumber)
                        .map(option -> Arguments.of(verb.getKey(), option.longestName())));
  }

  private static boolean takesNumber(OptionSpec option) {
    List<Class<?>> types = new ArrayList<>(List.of(option.type()));
    types.addAll(Arrays.asList(option.auxiliaryTypes()));
    return types.stream()
        .anyMatch(
            type -> type == int.class || type == long.class || Number.class.isAssignableFrom(type));
  }

  @ParameterizedTest
  @MethodSource("optionsThatTakeNumbers")
  void aNumberThatIsNoneOrImpossibleIsAWrongArgument(String verb, String option)
      throws IOException {
    for (String value : new String[] {"nonsense", "-1000", "99999999999999999999", "", "1.5"}) {
      if (option.equals("--seed") && value.startsWith("-")) {
        continue; // as good as any
      }
      // behind the verb's name, and so before its files: `run` passes on what follows the class
      List<String> line = line(verb);
      line.add(line.getFirst().equals("array") ? 2 : 1, option + "=" + value);
      CommandRun run = CommandRun.of(line.toArray(String[]::new));
      assertThat(run.status()).as("%s: %s", line, run.diagnostics()).isEqualTo(2);
      assertThat(run.diagnostics()).as("%s", line).startsWith("penstock: ").hasLineCount(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "array convert IN OUT --type nonsense | nonsense",
        "array stats IN --threads 0 | --threads",
        "copy IN OUT --preserve nonsense | 'nonsense' is nothing to preserve",
        "copy IN OUT --limit 0 | is nothing",
        "count IN --threads 0 | give 1 or more",
        "doctor more | unexpected argument 'more'",
        "evaluate nonsense | nonsense",
        "evaluate --threads 0 | there must be at least one",
        "find ( IN | '('",
        "find x IN --threads 0 | give 1 or more",
        "lines IN 0 | they count from 1",
        "lines IN 5-3 | N-M goes upwards",
        "lines - 1 --json | has no index for --json; name a file",
        "list | ARCHIVE",
        "objects IN --top 0 | there must be at least one",
        "run --transport nonsense Main | nonsense",
        "run -n 0 Main | -n 0",
        "unpack IN --limit 0 | is nothing",
        "walk FOLDER --depth -1 | --depth",
        "walk FOLDER --name [ | --name",
        "walk FOLDER --type f,x | 'x' is no type; use f, d, l, p, s, c",
        "words IN --top 0 | give 1 or more",
        "nonsense | no verb 'nonsense'"
      })
  void whatIsWrongWhateverTheFilesAreEndsWithStatusTwo(String words, String reason)
      throws IOException {
    CommandRun run = CommandRun.of(line(words).toArray(String[]::new));
    assertThat(run.status()).as(run.diagnostics()).isEqualTo(2);
    assertThat(run.diagnostics()).startsWith("penstock: ").contains(reason).hasLineCount(1);
    assertThat(run.results()).isEmpty();
  }

  @Test
  void noArgumentIsAFileOfArguments() throws IOException {
    Path file = Files.writeString(folder.resolve("arguments"), "--help");
    for (String verb : VERBS.keySet()) {
      List<String> line = line(verb.replaceFirst(" IN.*| FOLDER| Main", ""));
      line.add("@" + file);
      CommandRun run = CommandRun.of(line.toArray(String[]::new));
      assertThat(run.results()).as("%s", line).doesNotContain("Usage");
      assertThat(run.status()).as("%s", line).isNotZero();
    }
  }

  @Test
  void aFileMayBeCalledLikeAFileOfArguments() throws IOException {
    Path file = Files.writeString(folder.resolve("@name"), "a b c");
    Path here = Path.of("").toAbsolutePath().relativize(folder.toAbsolutePath());
    assertThat(CommandRun.of("count", "-w", here.resolve(file.getFileName()).toString()).status())
        .isZero();
  }

  private List<String> line(String words) throws IOException {
    Path in = folder.resolve("in");
    if (!Files.exists(in)) {
      Files.writeString(in, "text\n");
    }
    String line =
        words
            .replace("IN", in.toString())
            .replace("OUT", folder.resolve("out").toString())
            .replace("FOLDER", folder.toString());
    return new ArrayList<>(List.of(line.split(" ", -1)));
  }
}
