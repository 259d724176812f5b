package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Files and folders that may not be used, named in one line by every engine.
class PermissionTest {
  /// Whoever may do everything gives that up first.
  private static final List<String> WITHOUT_PRIVILEGES =
      List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search");

  @TempDir Path given;
  private Path file;
  private Path folder;

  @BeforeEach
  void forbid() throws IOException {
    file = Files.write(given.resolve("secret"), new byte[4]);
    folder = Files.createDirectory(given.resolve("closed"));
    Files.write(folder.resolve("inside"), new byte[4]);
    permit(file, "---------");
    permit(folder, "---------");
  }

  @AfterEach
  void allow() throws IOException {
    permit(folder, "rwx------");
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private List<String> starter() throws IOException {
    if (!Files.isReadable(file)) {
      return List.of();
    }
    try {
      Process trial =
          new ProcessBuilder("setpriv", WITHOUT_PRIVILEGES.get(1), "cat", file.toString()).start();
      SpokenAssumption.that(
          trial.onExit().join().exitValue() == 1, "privileges cannot be given up here");
    } catch (IOException e) {
      SpokenAssumption.that(false, "privileges cannot be given up here: " + e.getMessage());
    }
    return WITHOUT_PRIVILEGES;
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void whatMayNotBeUsedIsNamed(FileEngine engine) throws IOException {
    List<String> said;
    try (ChildJvm child =
        ChildJvm.start(
            starter(),
            List.of("--enable-native-access=io.penstock"),
            Map.of(),
            ForbiddenFiles.class,
            file.toString(),
            folder.toString(),
            engine.name())) {
      said = child.hearAll();
      assertThat(child.end()).as(child.errors()).isZero();
    }
    String denied = "AccessDeniedException: ";
    assertThat(said).hasSize(6);
    assertThat(said.subList(0, 3))
        .allSatisfy(
            line ->
                assertThat(line)
                    .startsWith("open ")
                    .contains(": " + denied + file + ": ")
                    .endsWith("permission denied"));
    assertThat(said.get(3))
        .isEqualTo(
            "open inside: "
                + denied
                + folder.resolve("inside")
                + ": permission denied for a folder on the way");
    assertThat(said.get(4)).startsWith("create: " + denied + folder).endsWith("permission denied");
    assertThat(said.get(5))
        .startsWith("create in place: " + denied + folder.resolve("new") + ": ")
        .endsWith("permission denied");
  }
}
