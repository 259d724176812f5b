package io.penstock.cli.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShellTest {
  @Test
  void aCommandLineOfPlainWordsHasNoQuotes() {
    assertThat(Shell.line(List.of("penstock", "evaluate", "--threads", "1,2", "--dir=/tmp/a_b")))
        .isEqualTo("penstock evaluate --threads 1,2 --dir=/tmp/a_b");
  }

  @Test
  void aShellTakesTheWordsOfACommandLineAsTheyWere() throws Exception {
    List<String> words =
        List.of(
            "my data", "it's", "", "a\nb", "$HOME", "`id`", "\\", "\"", "*", "~", "ä;&|<>(){}#!");
    List<String> command = new ArrayList<>(List.of("printf", "%s\\0"));
    command.addAll(words);
    Process shell =
        new ProcessBuilder("sh", "-c", Shell.line(command)).redirectErrorStream(true).start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).isEqualTo(String.join("\0", words) + "\0");
  }
}
