package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainRunTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "run -n 1 Main",
        "run --ranks=65536 -cp a:b Main",
        "run -n 4 --transport threads --class-path=classes Main",
        "run --timeout 86400 --grace=1 -n 2 --transport=tcp -classpath x Main --help -n 7",
        "run -n 2 -cp x --java-option=-Xmx1g --java-option=-ea Main"
      })
  void whatHasCommonOptionsNeedsNoGrammar(String line) {
    assertThat(PlainRun.of(line.split(" "))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "count -n 1 Main",
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
  void theRestIsLeftToTheGrammar(String line) {
    assertThat(PlainRun.of(line.split(" "))).isEmpty();
  }

  @Test
  void anEmptyClassPathIsLeftToTheGrammar() {
    assertThat(PlainRun.of("run", "-n", "1", "-cp", "", "Main")).isEmpty();
  }
}
