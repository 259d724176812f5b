package io.penstock.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessStarterTest {
  private static final String SECRET = "0123456789abcdef";

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;

  @Test
  void theSecretIsOnNoCommandLine() {
    List<String> words = words(List.of("java"));
    assertThat(words).startsWith("ssh", "-o", "BatchMode=yes").contains("node7");
    assertThat(String.join(" ", words)).doesNotContain(SECRET);
  }

  @Test
  void aMachineThatIsLostOrDoesNotAnswerEndsSshWithinTheTimeThatTheDocumentationNames() {
    assertThat(words(List.of("java")))
        .containsSubsequence("-o", "ConnectTimeout=20")
        .containsSubsequence("-o", "ServerAliveInterval=10")
        .containsSubsequence("-o", "ServerAliveCountMax=2", "node7");
  }

  @Test
  void aShellThereGivesTheRankItsFolderItsEnvironmentAndItsWords() throws Exception {
    Path strange = Files.createDirectory(folder.resolve("it's a $HOME \"folder\""));
    List<String> java =
        List.of(
            "sh",
            "-c",
            "pwd; echo \"$PENSTOCK_RANK $PENSTOCK_SECRET\"; cat; echo \"$1\"",
            "-",
            "$x '*'");
    List<String> words = ProcessStarter.sshCommand("node7", PATIENCE, strange, environment(), java);

    Process shell =
        new ProcessBuilder("sh", "-c", words.getLast()).redirectErrorStream(true).start();
    shell.outputWriter(UTF_8).append(SECRET + "\nwhat rank 0 reads\n").close();

    assertThat(shell.inputReader(UTF_8).readAllLines())
        .containsExactly(
            strange.toRealPath().toString(), "3 " + SECRET, "what rank 0 reads", "$x '*'");
    assertThat(shell.waitFor()).isZero();
  }

  @Test
  void theStatusSaysWhichSignalEndedARankThere() throws Exception {
    String script = words(List.of("sh", "-c", "kill -KILL $$")).getLast();
    Process shell = new ProcessBuilder("sh", "-c", script).start();
    shell.outputWriter(UTF_8).append(SECRET + "\n").close();
    assertThat(shell.waitFor()).isEqualTo(137);
  }

  private List<String> words(List<String> java) {
    return ProcessStarter.sshCommand("node7", PATIENCE, folder, environment(), java);
  }

  private static Map<String, String> environment() {
    return new TreeMap<>(Map.of("PENSTOCK_RANK", "3", "PENSTOCK_SECRET", SECRET));
  }
}
