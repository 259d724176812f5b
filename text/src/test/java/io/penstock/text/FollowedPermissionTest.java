package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file that may not be read at first, beside one that is not there.
class FollowedPermissionTest {
  /// Whoever may do everything gives that up first.
  private static final List<String> WITHOUT_PRIVILEGES =
      List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search");

  @TempDir private Path folder;

  @Test
  void aFileThatMayNotBeReadIsWaitedForAsOneThatIsNotThere() throws IOException {
    Path log = Files.writeString(folder.resolve("log"), "a\nb\n");
    Files.setPosixFilePermissions(log, PosixFilePermissions.fromString("---------"));
    try (ChildJvm child =
        ChildJvm.start(starter(log), List.of(), Map.of(), UnreadableLog.class, log.toString())) {
      List<String> said = child.hearAll();
      SpokenAssumption.that(!said.contains("privileged"), "privileges cannot be given up here");
      assertThat(child.end()).as(child.errors()).isZero();
      assertThat(said).containsExactly("<INACCESSIBLE>", "<NEW_FILE>", "a", "b");
    }
  }

  private static List<String> starter(Path unreadable) {
    if (!Files.isReadable(unreadable)) {
      return List.of();
    }
    try {
      int status = new ProcessBuilder("setpriv", "--version").start().onExit().join().exitValue();
      SpokenAssumption.that(status == 0, "no setpriv");
    } catch (IOException e) {
      SpokenAssumption.that(false, "no setpriv: " + e.getMessage());
    }
    return WITHOUT_PRIVILEGES;
  }
}
