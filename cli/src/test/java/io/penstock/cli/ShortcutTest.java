package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which command lines need no grammar. What a shortcut makes of them is in [ShortcutProperties].
class ShortcutTest {
  /// Options that are left to the grammar, since they are rare and their values take long anyway.
  private static final Set<String> LEFT =
      Set.of("--help", "--version", "--launcher", "--hosts", "--hostfile", "--bind");

  /// Some value that each option takes is among them.
  private static final List<String> VALUES =
      List.of("1", "x", "c", "little", "float32", "tcp", "1:2", "uint8,little,4");

  static Stream<Arguments> optionsOfVerbs() {
    return ShortLines.VERBS.stream()
        .flatMap(
            verb ->
                ShortLines.spec(verb).options().stream()
                    .filter(option -> !LEFT.contains(option.longestName()))
                    .flatMap(option -> Arrays.stream(option.names()))
                    .map(name -> Arguments.of(verb, name)));
  }

  /// Else a command line with it takes several times as long: the verb's [Action#pick] has to take
  /// the option as well, or it belongs to [#LEFT].
  @ParameterizedTest
  @MethodSource("optionsOfVerbs")
  void everyOptionOfAVerbIsKnownToItsShortcut(String verb, String option) {
    assertThat(Shortcut.of(ShortLines.sample(verb))).isPresent();
    assertThat(linesWith(verb, option)).anyMatch(words -> Shortcut.of(words).isPresent());
  }

  private static Stream<String[]> linesWith(String verb, String option) {
    return Stream.concat(Stream.of(option), VALUES.stream().map(value -> option + "=" + value))
        .map(word -> ShortLines.with(verb, word));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense a b",
        "array",
        "array nonsense a",
        "array --json info a",
        "evaluate --quick",
        "count -x a",
        "count -lx a",
        "count -l -l a",
        "count -ll a",
        "count -lw -wc a",
        "count --json=true a",
        "count --help",
        "count -h",
        "count -V",
        "count -- a",
        "count --threads",
        "count --threads 0 a",
        "count --threads +1 a",
        "count --threads 9999999999 a",
        "count --thread 1 a",
        "count --threads= a",
        "find",
        "find -F -x a",
        "count a -l b",
        "copy a",
        "copy a -r b",
        "copy a b --preserve mode,,times",
        "copy a b --limit nonsense",
        "copy a b --limit 1 --limit 2",
        "pack a -o -x",
        "pack a -o",
        "pack a -o b --output c",
        "list a b",
        "lines a",
        "lines a 0",
        "lines a 3-2",
        "array slice a -1 b",
        "array slice a nonsense b",
        "array info a --raw nonsense"
      })
  void whatIsUnusualIsLeftToTheGrammar(String line) {
    assertThat(Shortcut.of(line.split(" ", -1))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run -n 1 Main",
        "run --ranks=65536 -cp a:b Main",
        "run -n 4 --transport threads --class-path=classes Main",
        "run --timeout 86400 --grace=1 -n 2 --transport=tcp -classpath x Main --help -n 7",
        "run -n 2 -cp x --java-option=-Xmx1g --java-option=-ea Main"
      })
  void aRunWithCommonOptionsNeedsNoGrammar(String line) {
    assertThat(Shortcut.of(line.split(" ", -1))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "run -n 1",
        "run -n",
        "run Main",
        "run -n 1 --help",
        "run -n 0 Main",
        "run -n 65537 Main",
        "run -n -1 Main",
        "run -n 1234567 Main",
        "run -n four Main",
        "run -n= Main",
        "run -n4 Main",
        "run -n 1 -n 2 Main",
        "run -n 1 --ranks 2 Main",
        "run -n 1 --timeout 0 Main",
        "run -n 1 --grace 86401 Main",
        "run -n 1 --transport threads --timeout 9 Main",
        "run -n 1 --transport TCP Main",
        "run -n 1 --transport mpi Main",
        "run -n 1 --transport pigeon Main",
        "run -n 1 --hosts node Main",
        "run -n 1 --bind localhost Main",
        "run -n 1 -cp -x Main",
        "run -n 1 -cp ${env:HOME} Main",
        "run -n 1 --java-option -ea Main",
        "run -n 1 --java-option=--class-path=x Main",
        "run -n 1 --java-option=-classpath Main",
        "run -n 1 --java-option=-- Main",
        "run -n 1 -cp=-n4 Main",
        "run -n 1 -cp=-help Main",
        "run -n 1 -cp=-V Main",
        "run -n 1 --unknown x Main",
        "run -n 1 -- Main"
      })
  void anotherRunIsLeftToTheGrammar(String line) {
    assertThat(Shortcut.of(line.split(" ", -1))).isEmpty();
  }

  @Test
  void anEmptyClassPathIsLeftToTheGrammar() {
    assertThat(Shortcut.of("run", "-n", "1", "-cp", "", "Main")).isEmpty();
  }
}
