package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import io.penstock.cli.bench.BenchJob;
import io.penstock.cli.tool.Tool;
import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.evaluate.run.Chapter;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The manual pages and the completion that an installation writes.
class DocumentationTest {
  private static final String COMPLETION = "share/bash-completion/completions/penstock";
  private static final int WIDTH = 100;

  @TempDir private static Path prefix;

  @BeforeAll
  static void write() {
    StringWriter diagnostics = new StringWriter();
    int status = Documentation.run(new PrintWriter(diagnostics), prefix.toString());
    assertThat(status).as(diagnostics.toString()).isZero();
  }

  static List<CommandLine> commands() {
    return ManPage.withPages(ShortLines.picocli());
  }

  private static Path page(CommandLine command) {
    String name = command.getCommandSpec().qualifiedName("-");
    return prefix.resolve("share/man/man1").resolve(name + ".1");
  }

  @Test
  void eachVerbHasAPage() throws IOException {
    List<Path> expected = new ArrayList<>(List.of(pageOf("penstock")));
    for (Verb verb : Verb.values()) {
      CommandLine line = new CommandLine(verb.type());
      expected.add(pageOf("penstock-" + line.getCommandName()));
      line.getSubcommands()
          .keySet()
          .forEach(own -> expected.add(pageOf("penstock-" + line.getCommandName() + "-" + own)));
    }
    try (Stream<Path> pages = Files.list(prefix.resolve("share/man/man1"))) {
      assertThat(pages).containsExactlyInAnyOrderElementsOf(expected).hasSize(21);
    }
  }

  private static Path pageOf(String name) {
    return prefix.resolve("share/man/man1").resolve(name + ".1");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aPageHasAllSectionsOptionsAndOperands(CommandLine command) throws Exception {
    String text = rendered(page(command));
    assertThat(text)
        .contains("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS")
        .contains(command.getCommandSpec().qualifiedName())
        .doesNotContain("${", "\\", "%%", "null");
    for (OptionSpec option : command.getCommandSpec().options()) {
      assertThat(text).contains(option.names());
      assertThat(text.replaceAll("\\s+", " ")).contains(option.description());
    }
    for (PositionalParamSpec operand : command.getCommandSpec().positionalParameters()) {
      assertThat(text).contains(operand.paramLabel());
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aPageIsWithoutErrors(CommandLine command) throws Exception {
    requireGroff();
    ProcessRun run =
        ProcessRun.of(prefix, "groff", "-man", "-Tutf8", "-ww", "-z", page(command).toString());
    assertThat(run).isEqualTo(new ProcessRun(0, "", ""));
  }

  @Test
  void aPageIsTheSameEachTime() throws IOException {
    Path again = Files.createDirectory(prefix.resolve("again"));
    StringWriter diagnostics = new StringWriter();
    assertThat(Documentation.run(new PrintWriter(diagnostics), again.toString())).isZero();
    assertThat(Documentation.run(new PrintWriter(diagnostics), again.toString())).isZero();
    for (String file : List.of(COMPLETION, "share/man/man1/penstock-array-slice.1")) {
      assertThat(again.resolve(file)).hasSameBinaryContentAs(prefix.resolve(file));
    }
  }

  @Test
  void textThatLooksLikeRoffIsText() throws Exception {
    String slices = rendered(pageOf("penstock-array-slice"));
    assertThat(slices).contains("'1024:1280,512:768', '::2,-1', '..., ::-1'");
    assertThat(rendered(pageOf("penstock-doctor"))).contains("ok       there, and good enough");
  }

  @Test
  void anInstallationNeedsOneFolder() throws IOException {
    Path file = Files.createFile(prefix.resolve("file"));
    for (List<String> wrong : List.of(List.<String>of(), List.of("a", "b"), List.of(""))) {
      assertRefused(2, wrong.toArray(String[]::new));
    }
    assertRefused(1, file.toString());
  }

  private static void assertRefused(int status, String... arguments) {
    StringWriter diagnostics = new StringWriter();
    assertThat(Documentation.run(new PrintWriter(diagnostics), arguments)).isEqualTo(status);
    assertThat(diagnostics.toString()).startsWith("penstock: ").hasLineCount(1);
  }

  // Without overstriking, which stands for bold and italics.
  private static String rendered(Path page) throws Exception {
    requireGroff();
    ProcessRun run =
        ProcessRun.of(
            prefix,
            "groff",
            "-man",
            "-Tascii",
            "-P-c",
            "-P-b",
            "-P-u",
            "-rLL=" + WIDTH + "n",
            page.toString());
    assertThat(run.diagnostics()).isEmpty();
    return run.results();
  }

  private static void requireGroff() {
    SpokenAssumption.that(Tool.find("groff").isPresent(), "no groff here");
  }

  // ---- completion ------------------------------------------------------------------------------

  @Test
  void theCompletionIsAScriptOfBash() throws Exception {
    ProcessRun run = ProcessRun.of(prefix, "bash", "-n", prefix.resolve(COMPLETION).toString());
    assertThat(run).isEqualTo(new ProcessRun(0, "", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "penstock co | copy count completion",
        "penstock array s | slice stats",
        "penstock count --th | --threads",
        "penstock walk --one | --one-file-system",
        "penstock run --transport t | threads tcp",
        "penstock array convert --storage f | fortran",
        "penstock array convert --order b | big",
        "penstock bench --pattern r | random",
        "penstock array convert --type int3 | int32",
        "penstock pack --codec z | zstd zip",
        "penstock bench --engine posix- | posix-direct",
        "penstock copy --preserve mo | mode",
        "penstock walk --type d | d",
        "penstock find --color a | auto always",
        "penstock evaluate st | start",
        "penstock evaluate --f | --full"
      })
  void theCompletionOffersVerbsAndOptions(String line, String offered) throws Exception {
    assertThat(completed(line)).containsExactlyInAnyOrder(offered.split(" ", -1));
  }

  @Test
  void theCompletionKnowsEveryVerbAndOption() throws Exception {
    List<String> lines = new ArrayList<>();
    List<String> offered = new ArrayList<>();
    for (CommandLine command : commands()) {
      lines.add(command.getCommandSpec().qualifiedName() + " -");
      command.getCommandSpec().options().stream()
          .flatMap(option -> Arrays.stream(option.names()))
          .forEach(offered::add);
    }
    assertThat(completed(lines.toArray(String[]::new))).containsAll(offered);
    assertThat(completed("penstock "))
        .containsAll(Arrays.stream(Verb.values()).map(DocumentationTest::name).toList());
  }

  /// They are kept apart from where they are read.
  @Test
  void theWordsOfferedAreThoseThatAreRead() {
    assertThat(Candidates.ARRAY_TYPES.words())
        .containsExactlyElementsOf(Arrays.stream(DataType.values()).map(DataType::label).toList());
    assertThat(Candidates.BYTE_ORDERS.words()).allSatisfy(ArrayTarget::parseByteOrder);
    assertThat(Candidates.STORAGE_ORDERS.words()).allSatisfy(ArrayTarget::parseStorage);
    assertThat(Candidates.CODEC_NAMES.words())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(Codecs.all().stream().map(Codec::name), Stream.of("zip")).toList());
    assertThat(Candidates.ENGINES.words())
        .containsExactlyInAnyOrderElementsOf(
            FileEngines.all().stream().map(FileEngine::name).toList());
    assertThat(Candidates.PATTERNS.words())
        .containsExactlyElementsOf(
            Arrays.stream(BenchJob.Pattern.values()).map(BenchJob.Pattern::label).toList());
    assertThat(Candidates.CHAPTERS.words())
        .containsExactlyInAnyOrderElementsOf(Chapter.all().stream().map(Chapter::name).toList());
    for (String what : Candidates.PRESERVES.words()) {
      isRead("copy", "--preserve", what, "missing", prefix.resolve("copy").toString());
    }
    for (String type : Candidates.ENTRY_TYPES.words()) {
      isRead("walk", "--type", type, prefix.toString());
    }
    for (String when : Candidates.COLORINGS.words()) {
      isRead("find", "--color", when, "x", prefix.resolve(COMPLETION).toString());
    }
  }

  private static void isRead(String... words) {
    CommandRun run = CommandRun.of(words);
    assertThat(run.status()).as(run.diagnostics()).isNotEqualTo(2);
  }

  private static String name(Verb verb) {
    return new CommandLine(verb.type()).getCommandName();
  }

  /// What bash would offer behind lines.
  private static List<String> completed(String... lines) throws Exception {
    String script =
        """
        source "$0"
        compopt() { :; } # which bash takes from a shell alone that completes
        for line in "$@"; do
          COMP_LINE=$line
          COMP_POINT=${#line}
          read -r -a COMP_WORDS <<<"$line"
          [[ $line == *' ' ]] && COMP_WORDS+=('')
          COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
          COMPREPLY=()
          "$(complete -p penstock | sed 's/.*-F \\([^ ]*\\).*/\\1/')" penstock "${COMP_WORDS[COMP_CWORD]}" ''
          printf '%s\\n' "${COMPREPLY[@]}"
        done
        """;
    List<String> words =
        new ArrayList<>(List.of("bash", "-c", script, prefix.resolve(COMPLETION).toString()));
    words.addAll(List.of(lines));
    ProcessRun run = ProcessRun.of(prefix, words.toArray(String[]::new));
    assertThat(run.diagnostics()).isEmpty();
    return run.results().lines().map(String::strip).toList();
  }
}
