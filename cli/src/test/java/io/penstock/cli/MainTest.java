package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

class MainTest {
  @Test
  void anUnknownVerbIsOneLineThatNamesTheNearest() {
    assertRefused(
        CommandRun.of("doctr"),
        "penstock: no verb 'doctr', did you mean doctor?; see penstock --help");
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
    assertThat(PlainAnswer.help(coloured)).isEqualTo(picoclis);
  }

  @ParameterizedTest
  @EnumSource(Verb.class)
  void verbsHaveTheNamesOfTheirGrammar(Verb verb) {
    String name = verb.type().getAnnotation(Command.class).name();
    assertThat(Verb.named(name)).hasValue(verb);
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
