package io.penstock.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import io.penstock.testing.SpokenAssumption;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The permissions that files and folders of a zip archive have where they are unpacked.
class ZipPermissionsTest extends ZipFixture {
  @Test
  void whatCouldBeRunCanBeRunAgain() throws IOException {
    for (int mode : new int[] {0100755, 0100644}) {
      byte[] archive = zip("program", new byte[] {1});
      int directory = directoryAt(archive);
      archive[directory + 5] = 3; // made on Unix
      little(archive).putInt(directory + 38, mode << 16);
      Path target = folder.resolve("target" + mode);
      extract(archive, target);
      assertThat(target.resolve("program").toFile().canExecute()).isEqualTo((mode & 0100) != 0);
    }
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void filesAndFoldersHaveThePermissionsOfTheArchive() throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (ZipWriter zip = new ZipWriter(archive, 6)) {
      zip.file("closed/private", TIME, 0600, new ByteArrayInputStream(new byte[10]));
      zip.folder("closed", TIME, 0700);
      zip.file("program", TIME, 0755, new ByteArrayInputStream(new byte[10]));
      zip.file("finished", TIME, 04400, new ByteArrayInputStream(new byte[10]));
      zip.file("plain", TIME, new ByteArrayInputStream(new byte[10]));
    }
    Path target = folder.resolve("target");
    extract(archive.toByteArray(), target);
    assertThat(permissions(target.resolve("closed"))).isEqualTo("rwx------");
    assertThat(permissions(target.resolve("closed/private"))).isEqualTo("rw-------");
    assertThat(permissions(target.resolve("finished"))).isEqualTo("r--------");
    Path ordinary = Files.writeString(folder.resolve("ordinary"), "");
    assertThat(permissions(target.resolve("plain"))).isEqualTo(permissions(ordinary));
    Path made =
        Files.createDirectory(
            folder.resolve("made"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    assertThat(permissions(target.resolve("program"))).isEqualTo(permissions(made));
  }

  @Test
  void aUmaskHoldsForWhatCanBeRun() throws IOException {
    Path archive = folder.resolve("archive.zip");
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(archive), 6)) {
      zip.file("program", TIME, 0755, new ByteArrayInputStream(new byte[10]));
    }
    Path target = folder.resolve("target");
    try (ChildJvm other =
        ChildJvm.start(
            List.of("sh", "-c", "umask 077; exec \"$@\"", "sh"),
            List.of(),
            Map.of(),
            ExtractingProgram.class,
            archive.toString(),
            target.toString())) {
      assertThat(other.hearAll()).containsExactly("begun", "done");
    }
    assertThat(permissions(target.resolve("program"))).isEqualTo("rwx------");
    assertThat(permissions(target)).isEqualTo("rwx------");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void foldersHaveThePermissionsOfTheArchive(int files) throws IOException {
    Path archive = folder.resolve("archive.zip");
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(archive), 0)) {
      zip.folder("closed", TIME, 0555);
      zip.folder("closed/inner", TIME, 0500);
      for (int i = 0; i < files; i++) {
        zip.file("closed/inner/" + i, TIME, new ByteArrayInputStream(new byte[0]));
      }
    }
    Path target = folder.resolve("target");
    try (ChildJvm other = extractingAsAnother("umask 022", archive, target)) {
      assertThat(other.hearAll()).as(other.errors()).containsExactly("begun", "done");
    }
    assertThat(permissions(target)).isEqualTo("rwxr-xr-x");
    assertThat(permissions(target.resolve("closed"))).isEqualTo("r-xr-xr-x");
    assertThat(permissions(target.resolve("closed/inner"))).isEqualTo("r-x------");
    assertThat(files(target.resolve("closed/inner"))).hasSize(files);
    Path again = target;
    try (ChildJvm other = extractingAsAnother("umask 022", archive, again)) {
      assertThat(other.hearAll()).containsExactly("begun"); // it is there already
    }
    assertThat(files(target.resolve("closed/inner"))).hasSize(files);
  }

  @ParameterizedTest
  @CsvSource({"umask 0222, 1, r-xr-xr-x", "umask 0777, 1, ---------", "umask 0777, 100, ---------"})
  void aUmaskThatDeniesTheOwnerHindersNoExtraction(String umask, int files, String permissions)
      throws IOException {
    Path archive = folder.resolve("archive.zip");
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(archive), 0)) {
      for (int i = 0; i < files; i++) {
        zip.file("in/this/" + i, TIME, new ByteArrayInputStream(new byte[0]));
      }
    }
    Path target = folder.resolve("target");
    try (ChildJvm other = extractingAsAnother(umask, archive, target)) {
      assertThat(other.hearAll()).as(other.errors()).containsExactly("begun", "done");
    }
    assertThat(permissions(target)).isEqualTo(permissions);
    assertThat(permissions(target.resolve("in/this"))).isEqualTo(permissions);
    assertThat(files(target.resolve("in/this"))).hasSize(files);
  }

  /// Unpacks as a user without privileges.
  private ChildJvm extractingAsAnother(String first, Path archive, Path target) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    String another = "setpriv --reuid 4321 --regid 4321 --clear-groups ";
    Process trial = new ProcessBuilder("sh", "-c", another + "true").start();
    SpokenAssumption.that(
        trial.onExit().join().exitValue() == 0, "no process of another user can be started here");
    return ChildJvm.start(
        List.of("sh", "-c", first + "; exec " + another + "\"$@\"", "sh"),
        List.of(ChildJvm.NATIVE_ACCESS),
        Map.of(),
        ExtractingProgram.class,
        archive.toString(),
        target.toString());
  }
}
