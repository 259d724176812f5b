package io.penstock.file;

import static io.penstock.file.PublishedRightsTest.allow;
import static io.penstock.file.PublishedRightsTest.listing;
import static io.penstock.file.PublishedRightsTest.permissions;
import static io.penstock.file.PublishedRightsTest.requireOthers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.testing.ChildJvm;
import io.penstock.testing.FaultyLibrary;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Rights of a file that another process publishes: one of another user, one without native access,
/// or one that ends before it has synced.
class PublishedRightsProcessTest {
  private static final String NATIVE = ChildJvm.NATIVE_ACCESS;
  private static final String UNKNOWN_LIST =
      "permissions of others, as it may have an access control list";

  @TempDir Path folder;

  @BeforeEach
  void needsPermissions() throws IOException {
    FileStore store = Files.getFileStore(folder);
    assumeTrue(store.supportsFileAttributeView(PosixFileAttributeView.class));
  }

  /// Replaces a file as a user who has no privileges and owns nothing but the folder.
  private List<String> replacedByAnother(String option, Path... arguments) throws IOException {
    allow(folder, "rwxrwxrwx");
    List<String> starter =
        List.of("setpriv", "--reuid", "4321", "--regid", "4321", "--clear-groups");
    SpokenAssumption.that(
        Script.succeeds(String.join(" ", starter) + " true"),
        "no process of another user can be started here");
    try (ChildJvm other =
        ChildJvm.start(
            starter,
            List.of(option),
            Map.of(),
            WriterOfOneFile.class,
            Stream.of(arguments).map(Path::toString).toArray(String[]::new))) {
      return other.hearAll();
    }
  }

  @Test
  void whoCannotGiveAwayAFileOpensItToNobody() throws IOException {
    Path file = PublishedRightsTest.create(folder.resolve("a.npy"));
    requireOthers(file);
    allow(file, "rw-r-----");
    assertThat(replacedByAnother(NATIVE, file))
        .containsExactly("owner 1234, group 5678, " + UNKNOWN_LIST);
    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(4321);
    assertThat(permissions(file)).isEqualTo("rw-------");
    assertThat(Files.size(file)).isEqualTo(10);
  }

  @Test
  void whoMayNotReadTheOldFileIsToldOfAttributesThatItHas() throws IOException {
    Path file = PublishedRightsTest.create(folder.resolve("a.npy"));
    requireOthers(file);
    SpokenAssumption.that(
        Files.getFileStore(folder).supportsFileAttributeView(UserDefinedFileAttributeView.class),
        "files have no user attributes here");
    Files.setAttribute(file, "user:colour", new byte[] {1});
    Files.setAttribute(file, "unix:uid", 4321);
    Files.setAttribute(file, "unix:gid", 4321);
    allow(file, "-w-------");
    assertThat(replacedByAnother(NATIVE, file)).containsExactly("extended attribute user.colour");
    assertThat(permissions(file)).isEqualTo("-w-------");
  }

  @Test
  void whoMayNotOpenTheOldFileOpensTheNewOneToNobodyElse() throws IOException {
    Path file = PublishedRightsTest.create(folder.resolve("a.npy"));
    requireOthers(file);
    Files.setAttribute(file, "unix:uid", 4321);
    Files.setAttribute(file, "unix:gid", 4321);
    allow(file, "---rw----");
    assertThat(replacedByAnother(NATIVE, file)).containsExactly(UNKNOWN_LIST);
    assertThat(permissions(file)).isEqualTo("---------");
  }

  @ParameterizedTest
  @ValueSource(strings = {NATIVE, "--illegal-native-access=deny"})
  void theSameGoesWithoutNativeAccess(String option) throws IOException {
    Path file = PublishedRightsTest.create(folder.resolve("a.npy"));
    requireOthers(file);
    allow(file, "rw-r--r--");
    assertThat(replacedByAnother(option, file))
        .hasSize(1)
        .first()
        .asString()
        .contains("owner", "group");
    assertThat(permissions(file)).isEqualTo("rw-r--r--");
  }

  /// The group's permissions of a file with a list are the most that the list allows to anybody.
  @ParameterizedTest
  @CsvSource({"rw-r-----, rw-------", "rw-rw-r--, rw-r--r--", "rw----r--, rw-------"})
  void withoutNativeAccessAListThatNobodySeesOpensNothing(String older, String newer)
      throws IOException {
    Path file = PublishedRightsTest.create(folder.resolve("a.npy"));
    allow(file, older);
    try (ChildJvm other =
        ChildJvm.start(
            List.of("--illegal-native-access=deny"),
            Map.of(),
            WriterOfOneFile.class,
            file.toString())) {
      assertThat(other.hearAll())
          .containsExactly("permissions of its group, as it may have an access control list");
    }
    assertThat(permissions(file)).isEqualTo(newer);
  }

  @Test
  void whatHasNoFileToReplaceLosesNothing() throws IOException {
    Path source = Files.writeString(folder.resolve("source"), "of another");
    requireOthers(source);
    allow(source, "rw-rw-r--");
    Path file = folder.resolve("a");
    assertThat(replacedByAnother(NATIVE, file, source)).containsExactly("");
    assertThat(permissions(file)).isEqualTo("rw-r--r--");
  }

  /// What is written after the last sync may be lost with the power.
  @ParameterizedTest
  @CsvSource({"stream, fsync:1:exit", "array, fsync:2:exit"})
  void aFileHasItsRightsBeforeItIsSynced(String way, String end) throws IOException {
    FaultyLibrary library = FaultyLibrary.build(folder);
    Path here = Files.createDirectory(folder.resolve("here"));
    Path file = PublishedRightsTest.create(here.resolve("a.npy"));
    allow(file, "rwxr-x--x");
    FaultyLibrary.Run run = library.run(here, end, WriterOfOneFile.class, file.toString(), way);
    assertThat(run.said()).isEmpty();
    List<Path> left = new ArrayList<>(listing(here));
    left.remove(file);
    assertThat(left).hasSize(1);
    assertThat(permissions(left.getFirst())).isEqualTo("rwxr-x--x");
  }
}
