package io.penstock.compress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.file.FormatException;
import io.penstock.testing.ChildJvm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The extraction of zip archives: nothing leaves the target or replaces what is there, and what
/// fails leaves no file.
class ZipExtractionTest extends ZipFixture {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "../out",
        "a/../../out",
        "a/..",
        "..",
        ".",
        "a/./b",
        "/abs",
        "//abs",
        "a//b",
        "C:/x",
        "c:x",
        "a\\b",
        "..\\out",
        "nul\0",
        ""
      })
  void aNameThatCouldLeaveTheTargetIsRefusedBeforeAnythingIsWritten(String name)
      throws IOException {
    byte[] archive = zip("good", new byte[3], name, new byte[3]);
    Path target = folder.resolve("target");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> extract(archive, target))
        .withMessageStartingWith(folder.resolve("archive.zip").toString());
    assertThat(target).doesNotExist();
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void namesThatClashAreRefused() throws IOException {
    for (String[] names :
        new String[][] {{"same", "same"}, {"a", "a/b"}, {"a/b", "a"}, {"a", "a/"}, {"a/", "a"}}) {
      byte[] forged = stored(names);
      assertThatExceptionOfType(FormatException.class)
          .as(Arrays.toString(names))
          .isThrownBy(() -> extract(forged, folder.resolve("target")))
          .withMessageContaining("is there twice");
      assertThat(folder.resolve("target")).doesNotExist();
    }
  }

  @Test
  void aLinkInTheArchiveIsRefused() throws IOException {
    byte[] archive = zip("link", "/etc/passwd".getBytes(UTF_8));
    int directory = directoryAt(archive);
    archive[directory + 5] = 3; // made on Unix
    little(archive).putInt(directory + 38, 0120777 << 16);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> extract(archive, folder.resolve("target")))
        .withMessageContaining("is a link or a device");
  }

  /// As jars have them: a type that no system knows for folders, and that of the pipe from which a
  /// file's content came.
  @Test
  void oddTypesAreNoLinks() throws IOException {
    Path target = folder.resolve("target");
    extract(withMode(zip("folder/", new byte[0]), 0177777), target);
    extract(withMode(zip("piped", new byte[] {1}), 0010600), target);
    assertThat(target.resolve("folder")).isDirectory();
    assertThat(target.resolve("piped")).isRegularFile().hasBinaryContent(new byte[] {1});
    for (int mode : new int[] {0120777, 0140755, 0060660, 0020666}) {
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> extract(withMode(zip("special", new byte[0]), mode), target))
          .withMessageContaining("is a link or a device");
    }
  }

  private static byte[] withMode(byte[] archive, int mode) {
    int directory = directoryAt(archive);
    archive[directory + 5] = 3; // made on Unix
    little(archive).putInt(directory + 38, mode << 16);
    return archive;
  }

  @Test
  void aFolderThatHasContentIsRefusedBeforeAnythingIsWritten() throws IOException {
    byte[] archive = zip("good", new byte[3], "folder/", new byte[5], "folder/file", new byte[3]);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> extract(archive, folder.resolve("target")))
        .withMessageContaining("'folder/' is a folder")
        .withMessageContaining("has 5 bytes of content; nothing was unpacked");
    assertThat(folder.resolve("target")).doesNotExist();
  }

  /// The JDK deflates the content that a folder has not: two bytes, which no other item has.
  @Test
  void theDataOfAFolderIsCheckedAsThatOfAFile() throws IOException {
    byte[] archive = zip("folder/", new byte[0]);
    extract(archive, folder.resolve("target"));
    int data = 30 + "folder/".length() + little(archive).getShort(28);
    assertThat(archive[data]).isEqualTo((byte) 3);
    archive[data] = 7; // a block of a kind that there is not
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> extract(archive, folder.resolve("other")))
        .withMessageContaining("'folder/' is damaged");
    assertThat(folder.resolve("other")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1970-01-01T00:00:00Z", "1969-07-20T20:17:40Z", "1903-12-17T10:35:00Z"})
  void aTimeUpTo1970IsThatOfTheUnpackedFile(String time) throws IOException {
    FileTime modified = FileTime.from(Instant.parse(time));
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (ZipWriter zip = new ZipWriter(archive, 6)) {
      zip.file("file", modified, new ByteArrayInputStream(new byte[3]));
    }
    extract(archive.toByteArray(), folder.resolve("target"));
    assertThat(Files.getLastModifiedTime(folder.resolve("target/file"))).isEqualTo(modified);
  }

  @Test
  void aLinkThatIsInTheWayIsNotFollowed() throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.createSymbolicLink(target.resolve("a"), outside);
    Files.createSymbolicLink(target.resolve("f"), outside.resolve("f"));
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> extract(zip("a/b", new byte[1]), target))
        .withMessageContaining("in the way");
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> extract(zip("f", new byte[1]), target));
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void whatExistsIsNotReplacedAndWhatWasWrittenGoesAgain() throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    Files.writeString(target.resolve("old"), "old");
    byte[] archive = zip("new/file", new byte[5], "old", new byte[5]);
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> extract(archive, target));
    assertThat(target.resolve("old")).hasContent("old");
    try (Stream<Path> left = Files.list(target)) {
      assertThat(left).containsExactly(target.resolve("old"));
    }
  }

  @Test
  void aFileThatComesMeanwhileIsNotReplacedAndNothingElseAppears() throws IOException {
    byte[] archive = zip("a", new byte[10], "b", new byte[10]);
    Path target = Files.createDirectory(folder.resolve("target"));
    Files.createSymbolicLink(target.resolve("b"), folder.resolve("nowhere"));
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> extract(archive, target));
    assertThat(files(target)).containsExactly(target.resolve("b"));
  }

  @Test
  void whatOthersHavePutIntoNewFoldersMeanwhileStays() throws Exception {
    byte[] large = new byte[8 << 20];
    new Random(1).nextBytes(large);
    byte[] archive = zip("d/a", large, "d/b", new byte[] {1, 2, 3});
    archive[directoryAt(archive) - 17] ^= 1; // the last byte of what d/b holds
    boolean met = false;
    for (int i = 0; i < 50 && !met; i++) {
      Path target = Files.createDirectory(folder.resolve("target" + i));
      Path foreign = target.resolve("d/foreign");
      AtomicBoolean over = new AtomicBoolean();
      CountDownLatch looking = new CountDownLatch(1);
      Thread other =
          Thread.ofPlatform().start(() -> putWhenItsFolderIsThere(foreign, looking, over));
      looking.await();
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> extract(archive, target))
          .withMessageContaining("d/b");
      over.set(true);
      other.join();
      met = Files.exists(foreign);
      assertThat(files(target)).isSubsetOf(target.resolve("d"), foreign);
    }
    assertThat(met).isTrue();
  }

  private static void putWhenItsFolderIsThere(
      Path file, CountDownLatch looking, AtomicBoolean over) {
    while (!Files.isDirectory(file.resolveSibling(".")) && !over.get()) {
      looking.countDown();
    }
    try {
      Path _ = Files.createFile(file);
    } catch (IOException _) {
      // too late: the folder is gone again
    }
  }

  @Test
  void anExtractionThatIsEndedLeavesNoFile() throws IOException {
    Path archive = folder.resolve("archive.zip");
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(archive), 1)) {
      zip.file("first", TIME, new ByteArrayInputStream(new byte[10]));
      zip.file("large", TIME, new Zeros(1L << 30));
    }
    Path target = folder.resolve("target");
    try (ChildJvm other =
        ChildJvm.start(ExtractingProgram.class, archive.toString(), target.toString())) {
      assertThat(other.hear()).isEqualTo("begun");
      while (files(target).isEmpty()) {
        Thread.onSpinWait();
      }
      other.terminate();
      assertThat(other.end()).isEqualTo(128 + 15);
    }
    assertThat(target).doesNotExist();
  }

  @Test
  void anExtractionThatIsEndedWhileFilesGetTheirNamesLeavesNone() throws IOException {
    Path archive = folder.resolve("archive.zip");
    int count = 5000;
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(archive), 0)) {
      for (int i = 0; i < count; i++) {
        zip.file("in/" + i, TIME, new ByteArrayInputStream(new byte[0]));
      }
    }
    Path target = folder.resolve("target");
    try (ChildJvm other =
        ChildJvm.start(ExtractingProgram.class, archive.toString(), target.toString())) {
      assertThat(other.hear()).isEqualTo("begun");
      while (!Files.exists(target.resolve("in/0"))) {
        Thread.onSpinWait();
      }
      other.terminate();
      if (other.hearAll().isEmpty()) {
        assertThat(target).doesNotExist();
      } else {
        assertThat(files(target.resolve("in"))).hasSize(count); // it was done already
      }
    }
  }

  @Test
  void whatHasNoRoomIsNamed() throws IOException {
    Path archive = folder.resolve("archive.zip");
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(archive), 1)) {
      zip.file("in/large", TIME, new Zeros(1 << 20));
    }
    Path target = folder.resolve("target");
    try (ChildJvm other =
        ChildJvm.start(
            List.of("sh", "-c", "ulimit -f 100; exec \"$@\"", "sh"),
            List.of("-XX:-UsePerfData"),
            Map.of(),
            ExtractingProgram.class,
            archive.toString(),
            target.toString())) {
      assertThat(other.hearAll()).containsExactly("begun");
      assertThat(other.errors())
          .contains(target.resolve("in/large") + ": cannot be written at byte ");
    }
    assertThat(target).doesNotExist();
  }

  @Test
  void namesThatLeadThroughTooManyFoldersAreRefusedBeforeAnyIsMade() throws IOException {
    String[] names = new String[40];
    Arrays.setAll(names, i -> i + "/a".repeat(1500));
    Path target = folder.resolve("target");
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> extract(stored(names), target))
        .withMessageContaining("unpacks to more than 200 times its size");
    assertThat(target).doesNotExist();
  }
}
