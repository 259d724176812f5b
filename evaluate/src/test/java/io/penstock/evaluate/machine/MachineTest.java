package io.penstock.evaluate.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MachineTest {
  private static String shell(String words) throws IOException {
    return Machine.output(List.of("sh", "-c", words));
  }

  @Test
  void aFolderOfWhichTheSystemKnowsNothingIsOnAnUnknownFileSystem() {
    Path unknown = Path.of("no-such-folder");
    assertThat(Machine.facts(unknown))
        .containsEntry("file system", "unknown")
        .containsEntry("free space", "unknown");
    assertThat(Machine.freeBytes(unknown)).isEmpty();
    assertThat(Machine.freeBytes(Path.of("."))).isPresent();
  }

  @Test
  void aProgramThatFailsIsToldWithItsFirstLine() {
    assertThatIOException()
        .isThrownBy(() -> shell("echo no such flag; echo usage; exit 3"))
        .withMessage("sh failed: no such flag");
  }

  @Test
  void moreWordsThanAPipeHoldsAreHeard() throws IOException {
    assertThat(shell("seq 1 50000").lines()).hasSize(50_000);
  }

  @Test
  @Timeout(20)
  void aProgramHasEndedThoughWhatItLeftBehindHoldsItsOutput() throws IOException {
    assertThat(shell("echo one; sleep 30 & sleep 0.2")).isEqualTo("one\n");
  }
}
