package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class MainTest {
  @Test
  void anUnknownVerbIsOneLineThatNamesTheNearest() {
    assertRefused(
        CommandRun.of("doctr"),
        "penstock: no verb 'doctr', did you mean doctor?; see penstock --help");
  }

  @Test
  void anUnknownVerbThatIsNearToNoneNamesNone() {
    assertRefused(CommandRun.of("xyz"), "penstock: no verb 'xyz'; see penstock --help");
    assertRefused(CommandRun.of("benefit"), "penstock: no verb 'benefit'; see penstock --help");
    assertRefused(CommandRun.of("xyz", "--help"), "penstock: no verb 'xyz'; see penstock --help");
    assertRefused(CommandRun.of("xyz", "-V"), "penstock: no verb 'xyz'; see penstock --help");
    assertRefused(
        CommandRun.of("array", "xyz", "--help"),
        "penstock: no verb 'xyz'; see penstock array --help");
  }

  @Test
  void noVerbIsRefused() {
    assertRefused(CommandRun.of(), "penstock: no verb given; see penstock --help");
  }

  @Test
  void anUnknownOptionNamesTheVerbsHelp() {
    assertRefused(
        CommandRun.of("doctor", "--colour"),
        "penstock: Unknown option: '--colour'; see penstock doctor --help");
  }

  @Test
  void anArgumentTooManyIsRefused() {
    assertRefused(
        CommandRun.of("doctor", "disk"),
        "penstock: unexpected argument 'disk'; see penstock doctor --help");
  }

  @Test
  void anOptionWithoutItsValueIsRefused() {
    CommandRun run = CommandRun.of("doctor", "--dir");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.results()).isEmpty();
    assertThat(run.diagnostics().lines())
        .singleElement()
        .asString()
        .startsWith("penstock: ")
        .contains("--dir")
        .endsWith("see penstock doctor --help");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "help"})
  void helpListsEveryVerbAsAResult(String how) {
    CommandRun run = CommandRun.of(how);
    assertThat(run.status()).isZero();
    assertThat(run.results())
        .contains("Usage: penstock", "doctor", "completion", "setup, build, test");
    assertThat(run.diagnostics()).isEmpty();
  }

  /// It is kept as text, since picocli takes longer to make it than a JVM to start: when it has
  /// changed, the text to keep is in `target`.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theHelpThatIsKeptIsPicoclis(boolean coloured) throws IOException {
    String picoclis = Grammar.help(coloured ? Ansi.ON : Ansi.OFF);
    String name = coloured ? "help-coloured.txt" : "help.txt";
    Path _ = Files.writeString(Path.of("target", name), picoclis);
    assertThat(Main.help(coloured)).isEqualTo(picoclis);
  }

  @ParameterizedTest
  @EnumSource(Verb.class)
  void verbsHaveTheNamesOfTheirGrammar(Verb verb) {
    String name = verb.type().getAnnotation(Command.class).name();
    assertThat(Verb.named(name)).hasValue(verb);
  }

  /// picocli takes them for formats, and complains of a lone percent sign when the help is printed.
  @Test
  void descriptionsAreFormatsWithoutArguments() {
    StringWriter ignored = new StringWriter();
    List<String> lines =
        descriptions(Grammar.commandLine(new PrintWriter(ignored), new PrintWriter(ignored)))
            .toList();
    assertThat(lines)
        .hasSizeGreaterThan(100)
        .allSatisfy(
            line -> assertThatCode(() -> String.format(line)).as(line).doesNotThrowAnyException());
  }

  private static Stream<String> descriptions(CommandLine command) {
    return Stream.concat(
        command.getCommandSpec().args().stream().flatMap(MainTest::written),
        command.getSubcommands().values().stream().flatMap(MainTest::descriptions));
  }

  /// The lines of an annotation: `ArgSpec.description()` has formatted them already.
  private static Stream<String> written(ArgSpec argument) {
    AnnotatedElement field = (AnnotatedElement) argument.userObject();
    Option option = field.getAnnotation(Option.class);
    Parameters parameters = field.getAnnotation(Parameters.class);
    return Stream.concat(
            Stream.ofNullable(option).map(Option::description),
            Stream.ofNullable(parameters).map(Parameters::description))
        .flatMap(Stream::of);
  }

  @Test
  void everyVerbHasHelpAndVersion() {
    assertThat(CommandRun.of("doctor", "--help").results())
        .contains("Usage: penstock doctor", "--dir");
    assertThat(CommandRun.of("doctor", "--version")).isEqualTo(CommandRun.of("--version"));
  }

  @Test
  void theVersionIsTheModules() {
    CommandRun run = CommandRun.of("--version");
    assertThat(run.status()).isZero();
    assertThat(run.results()).startsWith("penstock 0.").contains("JDK " + Runtime.version());
  }

  @Test
  void completionIsAScriptForTheShell() {
    CommandRun run = CommandRun.of("completion");
    assertThat(run.status()).isZero();
    assertThat(run.results()).startsWith("#!/usr/bin/env bash").contains("doctor", "--json");
  }

  private static void assertRefused(CommandRun run, String line) {
    assertThat(run.diagnostics().lines()).containsExactly(line);
    assertThat(run.results()).isEmpty();
    assertThat(run.status()).isEqualTo(2);
  }
}
