package io.penstock.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.testing.ChildJvm;
import io.penstock.testing.SpokenAssumption;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Trees that are copied to where others may write too, or the process may not do everything.
class TargetTreeTest {
  private static final String NATIVE = ChildJvm.NATIVE_ACCESS;
  private static final String DENIED = "--illegal-native-access=deny";
  private static final String ANOTHER = "setpriv --reuid 4321 --regid 4321 --clear-groups ";

  @TempDir Path folder;

  private Path source = Path.of("");
  private Path target = Path.of("");

  @BeforeEach
  void plant() throws IOException {
    source = Files.createDirectory(folder.resolve("source"));
    target = folder.resolve("target");
    Path deep = Files.createDirectories(source.resolve("a/b"));
    Files.writeString(source.resolve("a/f"), "f");
    Files.writeString(deep.resolve("g"), "g");
    for (Path each : List.of(source, source.resolve("a"), deep)) {
      allow(each, "rwxr-xr-x");
    }
  }

  private static void allow(Path file, String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
  }

  /// Copies the tree as a user without privileges.
  private List<String> copiedByAnother(String first, String option) throws IOException {
    allow(folder, "rwxrwxrwx");
    Process trial = new ProcessBuilder("sh", "-c", ANOTHER + "true").start();
    SpokenAssumption.that(
        trial.onExit().join().exitValue() == 0, "no process of another user can be started here");
    try (ChildJvm other =
        ChildJvm.start(
            List.of("sh", "-c", first + "; exec " + ANOTHER + "\"$@\"", "sh"),
            List.of(option),
            Map.of(),
            TargetTreeTest.class,
            source.toString(),
            target.toString())) {
      List<String> said = other.hearAll();
      assertThat(other.end()).as(other.errors()).isZero();
      return said;
    }
  }

  /// Copies a tree and says what went wrong.
  public static void main(String[] arguments) throws IOException {
    TreeCopyReport report =
        TreeCopy.of(Path.of(arguments[0]), Path.of(arguments[1]))
            .withNoticesTo(notice -> System.out.println("notice " + notice.getMessage()))
            .withErrorsTo(error -> System.out.println("error " + error.getMessage()))
            .run();
    System.out.println(report.files() + " files");
  }

  @ParameterizedTest
  @CsvSource({
    "umask 0222, r-xr-xr-x, " + NATIVE,
    "umask 0222, r-xr-xr-x, " + DENIED,
    "umask 0777, ---------, " + NATIVE,
    "umask 0777, ---------, " + DENIED
  })
  void aUmaskThatDeniesTheOwnerHindersNoCopy(String umask, String permissions, String option)
      throws IOException {
    assertThat(copiedByAnother(umask, option)).containsExactly("2 files");
    for (String each : List.of("", "a", "a/b")) {
      assertThat(permissions(target.resolve(each))).as(each).isEqualTo(permissions);
    }
    assertThat(target.resolve("a/b/g")).hasContent("g");
  }

  @ParameterizedTest
  @ValueSource(strings = {NATIVE, DENIED})
  void aFolderThatMayNotBeWrittenIsCopiedAsOne(String option) throws IOException {
    allow(source, "r-xr-x---");
    allow(source.resolve("a"), "r-xr-xr-x");
    allow(folder.resolve("source"), "r-xr-xr-x");
    assertThat(copiedByAnother("umask 022", option)).containsExactly("2 files");
    assertThat(permissions(target)).isEqualTo("r-xr-xr-x");
    assertThat(permissions(target.resolve("a"))).isEqualTo("r-xr-xr-x");
    assertThat(permissions(target.resolve("a/b"))).isEqualTo("rwxr-xr-x");
    assertThat(target.resolve("a/b/g")).hasContent("g");
  }

  /// Nobody but who opens a file knows whether it has an access control list.
  @Test
  void aCopyInPlaceOfAFileThatMayNotBeOpenedIsItsOwnersAlone() throws IOException {
    Path file = Files.createDirectories(target.resolve("a")).resolve("f");
    Files.writeString(file, "older");
    for (Path each : List.of(target, target.resolve("a"), file)) {
      try {
        Files.setAttribute(each, "unix:uid", 4321);
        Files.setAttribute(each, "unix:gid", 4321);
      } catch (FileSystemException e) {
        SpokenAssumption.that(false, "files cannot be given away here: " + e.getMessage());
      }
    }
    allow(file, "---rw----");
    List<String> said = copiedByAnother("umask 022", NATIVE);
    assertThat(said).hasSize(2).endsWith("2 files");
    assertThat(said.getFirst())
        .startsWith("notice " + source.resolve("a/f"))
        .contains("permissions of others, as it may have an access control list");
    assertThat(permissions(file)).isEqualTo("---------");
    assertThat(file).hasContent("f");
  }

  /// As if another copy had made each folder a moment earlier.
  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void foldersThatAnotherCopyMakesMeanwhileAreFilledTogether(Folder.Access access)
      throws IOException {
    Folder.Access raced =
        (Folder.Access)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Folder.Access.class},
                (_, method, arguments) ->
                    method.getName().equals("base")
                        ? raced(access.base(), Path.of(""))
                        : method.invoke(access, arguments));
    TreeCopyReport report = TreeCopy.of(source, target).withAccess(raced).run();
    assertThat(report.errors()).isZero();
    assertThat(target.resolve("a/f")).hasContent("f");
    assertThat(target.resolve("a/b/g")).hasContent("g");
  }

  private static Folder raced(Folder folder, Path path) {
    return (Folder)
        Proxy.newProxyInstance(
            TargetTreeTest.class.getClassLoader(),
            new Class<?>[] {Folder.class},
            (_, method, arguments) -> {
              switch (method.getName()) {
                case "again" -> {
                  return raced(folder.again(), path);
                }
                case "folder" -> {
                  byte[] name = (byte[]) arguments[0];
                  Path child = path.resolve(new String(name, StandardCharsets.UTF_8));
                  try {
                    return raced(folder.folder(name), child);
                  } catch (NoSuchFileException e) {
                    Files.createDirectory(child);
                    throw e;
                  }
                }
                default -> {
                  try {
                    return method.invoke(folder, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                }
              }
            });
  }

  /// In a folder to which names can be added alone nothing is renamed, and nothing removed.
  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aTemporaryFileThatCannotBeRemovedIsToldWithTheFirstFailure(Folder.Access access)
      throws Exception {
    Files.createDirectory(target);
    SpokenAssumption.that(chattr("+a") == 0, "no folder can be made append-only here");
    try {
      TreeCopyReport report = TreeCopy.of(source.resolve("a/b"), target).withAccess(access).run();
      assertThat(report.errors()).isEqualTo(1);
      assertThat(report.first().getFirst())
          .hasMessageStartingWith(source.resolve("a/b/g") + ": cannot be copied: in the target: ")
          .hasMessageContaining(".1.tmp stays in the target and cannot be removed: ");
      assertThatIOException()
          .isThrownBy(
              () ->
                  FileCopy.of(source.resolve("a/f"), target.resolve("f")).withAccess(access).run())
          .withMessageContaining("cannot be copied to " + target.resolve("f") + ": ")
          .withMessageContaining(".tmp stays in the target and cannot be removed: ");
    } finally {
      int _ = chattr("-a");
    }
  }

  private int chattr(String change) throws InterruptedException {
    try {
      return new ProcessBuilder("chattr", change, target.toString())
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException _) {
      return -1; // there is no such program
    }
  }

  @ParameterizedTest
  @MethodSource(Accesses.USABLE)
  void aPipeThatTakesTheNameOfACopyMeanwhileStays(Folder.Access access) throws Exception {
    Path pipe = target.resolve("a/f");
    Files.delete(source.resolve("a/b/g"));
    SpokenAssumption.that(
        new ProcessBuilder("mkfifo", folder.resolve("trial").toString()).start().waitFor() == 0,
        "no pipes can be made here");
    TreeCopyReport report =
        TreeCopy.of(source, target)
            .withAccess(access)
            .withProgress(
                bytes -> {
                  if (bytes > 0 && !Files.exists(pipe)) {
                    make(pipe);
                  }
                  return true;
                })
            .run();
    assertThat(report.errors()).isEqualTo(1);
    assertThat(report.first().getFirst())
        .hasMessageContaining("is a pipe, a socket or a device, which no file replaces");
    assertThat(Files.isRegularFile(pipe)).isFalse();
    assertThat(Files.exists(pipe)).isTrue();
  }

  private static void make(Path pipe) {
    try {
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
