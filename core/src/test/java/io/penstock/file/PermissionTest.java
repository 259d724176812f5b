package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files and folders that may not be used, named in one line by every engine.
class PermissionTest {
  /// Whoever may do everything gives that up first.
  private static final List<String> WITHOUT_PRIVILEGES =
      List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner");

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

  /// What starts a program that may do no more than the permissions of a file allow.
  ///
  /// @param unreadable by its permissions
  static List<String> withoutPrivileges(Path unreadable) {
    if (!Files.isReadable(unreadable)) {
      return List.of();
    }
    try {
      Process trial =
          new ProcessBuilder("setpriv", WITHOUT_PRIVILEGES.get(1), "cat", unreadable.toString())
              .start();
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
            withoutPrivileges(file),
            List.of(ChildJvm.NATIVE_ACCESS),
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

  /// The kernel tells only who owns a file, or may write it, what of it is cached.
  @Test
  void whatOthersOwnIsReadStraightToo() throws IOException {
    Path foreign = Files.write(given.resolve("foreign"), new byte[1 << 20]);
    permit(foreign, "r--r--r--");
    try {
      Files.setAttribute(foreign, "unix:uid", 4321);
    } catch (FileSystemException e) {
      SpokenAssumption.that(false, "files cannot be given away here: " + e.getMessage());
    }
    try (ChildJvm child =
        ChildJvm.start(
            withoutPrivileges(file),
            List.of(ChildJvm.NATIVE_ACCESS),
            Map.of(),
            PermissionTest.class,
            foreign.toString())) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(child.errors()).isZero();
      assertThat(said).first().asString().contains("straight into Java arrays");
      assertThat(said.subList(1, said.size())).containsExactly("reads the heap: true", "size: ok");
    }
  }

  /// Says how a file is read that is in the page cache.
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[0]);
    byte[] bytes = Files.readAllBytes(path);
    try (EngineFile file = FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ)) {
      System.out.println(file.explain());
      boolean straight = false;
      for (int i = 0; i < 3 && !straight; i++) { // a page that starts to read ahead says no once
        straight = file.tryRead(0, new byte[1 << 20], 16, 900_000) > 0;
        Files.readAllBytes(path);
      }
      System.out.println("reads the heap: " + straight);
      Outcome.say(
          "size", () -> System.out.print(file.size() == bytes.length ? "" : "not its own "));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"posix", "mapped", "channel", "auto"})
  void aUmaskThatDeniesTheOwnerToWriteHindersNoCreation(String engine, @TempDir Path open)
      throws IOException {
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    SpokenAssumption.that(
        Script.succeeds("setpriv --reuid 4321 --regid 4321 --clear-groups true"),
        "no process of another user can be started here");
    String script = "umask 0222; exec setpriv --reuid 4321 --regid 4321 --clear-groups \"$@\"";
    try (ChildJvm child =
        ChildJvm.start(
            List.of("sh", "-c", script, "sh"),
            List.of(ChildJvm.NATIVE_ACCESS),
            Map.of(),
            TwoNewFiles.class,
            open.toString(),
            engine)) {
      assertThat(child.hearAll())
          .as(child.errors())
          .containsExactly("WHEN_COMPLETE: r--r--r--", "AT_ONCE: r--r--r--");
    }
  }
}
