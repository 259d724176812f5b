package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
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
  private static final List<String> VERBS =
      List.of(
          "array convert IN OUT",
          "array info IN",
          "array plot IN",
          "array slice IN [0] OUT",
          "array stats IN",
          "bench IN",
          "copy IN OUT",
          "count IN",
          "doctor",
          "evaluate",
          "find x IN",
          "lines IN 1",
          "list IN",
          "objects IN",
          "pack IN",
          "run -n=2 Main",
          "unpack IN",
          "walk FOLDER",
          "words IN");

  /// An empty class path is the current folder, as to Java.
  private static final Set<String> MAY_BE_EMPTY = Set.of("--class-path");

  @TempDir private Path folder;

  static List<String> verbs() {
    return VERBS;
  }

  static Stream<Arguments> optionsThatTakeNumbers() {
    return options(ArgumentsTest::takesNumber);
  }

  static Stream<Arguments> optionsThatTakeValues() {
    return options(option -> option.arity().min() > 0)
        .filter(of -> !MAY_BE_EMPTY.contains(of.get()[1]));
  }

  static Stream<Arguments> flags() {
    return options(option -> option.arity().max() == 0 && !option.usageHelp())
        .filter(of -> !"--version".equals(of.get()[1]));
  }

  private static Stream<Arguments> options(Predicate<OptionSpec> wanted) {
    return VERBS.stream()
        .flatMap(
            verb ->
                ShortLines.spec(name(verb)).options().stream()
                    .filter(wanted)
                    .map(option -> Arguments.of(verb, option.longestName())));
  }

  private static String name(String verb) {
    String[] words = verb.split(" ", -1);
    return words[0].equals("array") ? words[0] + " " + words[1] : words[0];
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
      isWrong(with(verb, option + "=" + value));
    }
  }

  @ParameterizedTest
  @MethodSource("optionsThatTakeValues")
  void anEmptyValueIsAWrongArgument(String verb, String option) throws IOException {
    isWrong(with(verb, option + "="));
  }

  @ParameterizedTest
  @MethodSource("optionsThatTakeValues")
  void anOptionWithoutItsValueIsAWrongArgument(String verb, String option) throws IOException {
    List<String> line = line(verb.replaceFirst(" Main", "")); // what follows it is the program's
    line.add(option);
    isWrong(line);
  }

  @ParameterizedTest
  @MethodSource("flags")
  void aFlagTwiceOrWithAValueIsAWrongArgument(String verb, String flag) throws IOException {
    isWrong(with(verb, flag, flag));
    if (flag.startsWith("--")) {
      isWrong(with(verb, flag + "=nonsense"));
    }
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void anUnknownOptionIsAWrongArgument(String verb) throws IOException {
    isWrong(with(verb, "--nonsense"));
    isWrong(with(verb, "-?"));
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void noOperandIsMissing(String verb) throws IOException {
    List<String> line = line(verb);
    int before = name(verb).split(" ", -1).length + (verb.contains("-n=2") ? 1 : 0);
    int least =
        ShortLines.spec(name(verb)).positionalParameters().stream()
            .mapToInt(operand -> operand.arity().min())
            .sum();
    while (line.size() > before) {
      line.removeLast();
      if (line.size() - before < least) {
        isWrong(line);
      }
    }
  }

  /// Java takes an empty path for the current folder, which nobody names by a variable that is not
  /// set.
  @ParameterizedTest
  @MethodSource("verbs")
  void anOperandThatIsNoPathIsAWrongArgument(String verb) throws IOException {
    for (String operand : List.of("IN", "OUT", "FOLDER", "Main")) {
      if (verb.contains(operand)) {
        isWrong(line(verb.replace(operand, "")));
        if (!operand.equals("Main")) {
          isWrong(line(verb.replace(operand, "a\0b")));
        }
      }
    }
  }

  @Test
  void everyVerbIsTried() {
    assertThat(VERBS.stream().map(ArgumentsTest::name))
        .containsExactlyInAnyOrderElementsOf(
            ManPage.withPages(ShortLines.picocli()).stream()
                .map(CommandLine::getCommandSpec)
                .filter(spec -> spec.userObject() instanceof Action)
                .map(spec -> spec.qualifiedName().replaceFirst("penstock ", ""))
                .toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "array | no verb given",
        "array info IN --raw-storage c | there is no raw file; describe one with --raw",
        "array info IN IN | unexpected argument",
        "array convert IN OUT --type nonsense | nonsense",
        "array convert IN OUT --raw-out --raw-storage fortran | there is no raw file",
        "array stats IN --threads 0 | --threads",
        "bench IN IN | unexpected argument",
        "bench IN --direct --engine mapped | leave one out",
        "bench IN --engine nonsense | nonsense",
        "bench IN --pattern nonsense | there are sequential and random alone",
        "bench IN --json IN | is the file to be measured",
        "completion nonsense | unexpected argument",
        "copy IN IN OUT -T | cannot become several copies; leave -T out",
        "copy IN OUT --preserve nonsense | 'nonsense' is nothing to preserve",
        "copy IN OUT --limit 0 | is nothing",
        "count IN --threads 0 | --threads must be 1 to 1024, not 0",
        "count IN --threads 2147483647 | --threads must be 1 to 1024",
        "doctor --dir IN | no such folder",
        "doctor --dir FOLDER/nowhere | no such folder",
        "doctor more | unexpected argument 'more'",
        "evaluate --dir FOLDER/nowhere | no such folder",
        "evaluate --quick --full | mutually exclusive",
        "evaluate nonsense | nonsense",
        "evaluate --threads 0 | there must be at least one",
        "find ( IN | '('",
        "find x IN --color nonsense | write auto, always or never",
        "find x IN --json --count | leave --count out",
        "find x IN --threads 0 | --threads must be 1 to 1024, not 0",
        "find x IN --threads 1000000 | --threads must be 1 to 1024, not 1000000",
        "lines IN 0 | they count from 1",
        "lines IN 5-3 | N-M goes upwards",
        "completion --nonsense | Unknown option",
        "help nonsense | nonsense",
        "lines - 1 --save | has no index for --save; name a file",
        "lines - 3 1 | line 1 has been read before line 3",
        "lines - 1 --json | has no index for --json; name a file",
        "list | ARCHIVE",
        "list IN IN | unexpected argument",
        "objects IN --without nonsense | write a class and its field",
        "objects IN --top 0 | there must be at least one",
        "pack FOLDER --threads 0 | --threads must be 1 to 1024, not 0",
        "pack FOLDER --threads 1000000 | --threads must be 1 to 1024, not 1000000",
        "pack IN IN -o OUT.gz | one compressed file cannot hold several",
        "run -n 2 --bind no.such.name.invalid Main | is neither an address nor a known name",
        "run -n 2 --hosts node --hostfile IN Main | mutually exclusive",
        "run -n 2 --java-option= Main | --java-option is empty",
        "run --transport nonsense Main | nonsense",
        "run -n 0 Main | -n 0",
        "unpack IN --limit 0 | is nothing",
        "walk FOLDER --depth -1 | --depth",
        "unpack IN IN | unexpected argument",
        "walk FOLDER --json --name [ | --name",
        "walk FOLDER --json --type f,x | 'x' is no type; use f, d, l, p, s, c",
        "walk FOLDER --json -0 | -0 ends lines, and JSON has none",
        "walk FOLDER --total --sizes | --total prints sums alone: leave --sizes out",
        "walk FOLDER --total -0 | --total prints sums alone: leave -0 out",
        "words IN --top 0 | give 1 or more",
        "nonsense | no verb 'nonsense'",
        "--nonsense | Unknown option"
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
    for (String verb : VERBS) {
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

  private static void isWrong(List<String> line) {
    CommandRun run = CommandRun.of(line.toArray(String[]::new));
    assertThat(run.status()).as("%s: %s", line, run.diagnostics()).isEqualTo(2);
    assertThat(run.diagnostics()).as("%s", line).startsWith("penstock: ").hasLineCount(1);
    assertThat(run.results()).as("%s", line).isEmpty();
  }

  // Behind the verb's name, and so before its files: `run` passes on what follows the class.
  private List<String> with(String verb, String... words) throws IOException {
    List<String> line = line(verb);
    if (words[0].startsWith("--ranks")) {
      line.remove("-n=2");
    }
    line.addAll(name(verb).split(" ", -1).length, List.of(words));
    return line;
  }

  private List<String> line(String words) throws IOException {
    Path in = folder.resolve("in");
    if (!Files.exists(in)) {
      Files.writeString(in, "text\n".repeat(1000));
    }
    String line =
        words
            .replace("IN", in.toString())
            .replace("OUT", folder.resolve("out").toString())
            .replace("FOLDER", folder.toString());
    return new ArrayList<>(List.of(line.split(" ", -1)));
  }
}
