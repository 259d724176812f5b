package io.penstock.compress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.penstock.file.ByteFile;
import io.penstock.file.FileEngines;
import io.penstock.file.FormatException;
import io.penstock.testing.AllocatedBytes;
import io.penstock.testing.Contents;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.TimeZone;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Zip archives: what is written and read.
class ZipArchiveTest extends ZipFixture {
  @Test
  void whatIsPackedIsUnpacked() throws IOException {
    byte[] one = Contents.mixed(new Random(1), 100_000);
    byte[] archive = zip("a/one", one, "a/b/two", new byte[0], "three", one);
    Path target = folder.resolve("target");
    extract(archive, target);
    assertThat(target.resolve("a/one")).hasBinaryContent(one);
    assertThat(target.resolve("a/b/two")).isEmptyFile();
    assertThat(target.resolve("three")).hasBinaryContent(one);
    assertThat(Files.getLastModifiedTime(target.resolve("three")).toMillis())
        .isCloseTo(TIME.toMillis(), within(2000L));
  }

  /// In a POSIX locale Java can only name files in ASCII.
  @Test
  void namesOfAnyCharacterAreUnpackedWhereJavaCanNameThem() throws IOException {
    String name = "größe/漢字";
    byte[] archive = zip(name, new byte[] {1});
    Path target = folder.resolve("target");
    if (Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder().canEncode(name)) {
      extract(archive, target);
      assertThat(target.resolve(name)).hasBinaryContent(new byte[] {1});
    } else {
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> extract(archive, target))
          .withMessageContaining("has a name that this file system does not allow");
      assertThat(target).doesNotExist();
    }
  }

  /// Which charset a name is in is told nowhere; Info-ZIP's extra field tells the name itself,
  /// unless another program has changed the name and left the field.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aNameInAnotherCharsetIsThatOfItsExtraField(boolean valid) throws IOException {
    String name = "größe";
    byte[] text = name.getBytes(UTF_8);
    CRC32 checksum = new CRC32();
    checksum.update(valid ? name.getBytes(ISO_8859_1) : text);
    byte[] field = new byte[9 + text.length];
    little(field)
        .putShort((short) 0x7075)
        .putShort((short) (5 + text.length))
        .put((byte) 1)
        .putInt((int) checksum.getValue())
        .put(text);
    ZipEntry entry = new ZipEntry(name);
    entry.setExtra(field);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes, ISO_8859_1)) {
      zip.putNextEntry(entry);
      zip.closeEntry();
    }
    try (ZipArchive opened = open(bytes.toByteArray())) {
      assertThat(opened.items().getFirst().name()).isEqualTo(valid ? name : "gr\u00f7\u2580e");
    }
  }

  @Test
  void anArchiveThatIsClosedTouchesNoFileThatWasOpenedSince() throws IOException {
    FileEngines.bind(); // by a descriptor, whose number the next file gets
    Path other = Files.write(folder.resolve("other"), new byte[] {1, 2, 3});
    ZipArchive archive = open(zip("one", new byte[100]));
    archive.close();
    try (ByteFile next = ByteFile.open(other)) {
      archive.close();
      byte[] read = new byte[3];
      next.readAt(0, read);
      assertThat(read).containsExactly(1, 2, 3);
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> archive.extract(folder.resolve("target")))
          .withMessageEndingWith("archive.zip is closed");
    }
  }

  @Test
  void anEmptyArchiveIsRead() throws IOException {
    extract(zip(), folder.resolve("target"));
    assertThat(folder.resolve("target")).isEmptyDirectory();
  }

  @Test
  void moreThan65535FilesAreRead() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipWriter zip = new ZipWriter(bytes, 0)) {
      for (int i = 0; i < 66_000; i++) {
        zip.file("f" + i, TIME, new ByteArrayInputStream(new byte[0]));
      }
    }
    try (ZipArchive archive = open(bytes.toByteArray())) {
      assertThat(archive.items()).hasSize(66_000);
      assertThat(archive.items().getLast().name()).isEqualTo("f65999");
    }
  }

  @Test
  @Tag("long")
  void aFileAbove4GiBIsRead() throws IOException {
    long size = (4L << 30) + 17;
    Path path = folder.resolve("large.zip");
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(path), 1);
        InputStream zeros = new Zeros(size)) {
      zip.file("zeros", TIME, zeros);
    }
    try (ZipArchive archive = ZipArchive.open(path, Limits.upTo(size));
        InputStream in = archive.content(archive.items().getFirst())) {
      assertThat(in.transferTo(OutputStream.nullOutputStream())).isEqualTo(size);
    }
  }

  @Test
  void aTimeIsTheSameInEveryZone() throws IOException {
    FileTime odd = FileTime.fromMillis(1_700_000_001_000L);
    TimeZone here = TimeZone.getDefault();
    byte[] archive;
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ZipWriter zip = new ZipWriter(bytes, 6)) {
        zip.file("file", odd, new ByteArrayInputStream(new byte[10]));
        zip.folder("folder", odd);
      }
      archive = bytes.toByteArray();
      TimeZone.setDefault(TimeZone.getTimeZone("America/St_Johns"));
      try (ZipArchive opened = open(archive)) {
        assertThat(opened.items()).extracting(ZipItem::modified).containsOnly(odd.toInstant());
      }
      extract(archive, folder.resolve("target"));
    } finally {
      TimeZone.setDefault(here);
    }
    assertThat(Files.getLastModifiedTime(folder.resolve("target/file"))).isEqualTo(odd);
  }

  @Test
  void aTimeBeforeTheEarliestOneOfAnArchiveBecomesThat() throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (ZipWriter zip = new ZipWriter(archive, 6)) {
      FileTime modified = FileTime.from(Instant.parse("1871-01-18T12:00:00Z"));
      zip.file("file", modified, InputStream.nullInputStream());
      zip.folder("folder", modified);
    }
    try (ZipArchive opened = open(archive.toByteArray())) {
      assertThat(opened.items())
          .hasSize(2)
          .allSatisfy(item -> assertThat(item.modified()).isEqualTo("1901-12-13T20:45:52Z"));
    }
  }

  @Test
  void aTimeOfWindowsIsRead() throws IOException {
    ZipEntry entry = new ZipEntry("file");
    byte[] field = new byte[36];
    little(field).putShort(0, (short) 10).putShort(2, (short) 32);
    little(field).putShort(8, (short) 1).putShort(10, (short) 24);
    little(field).putLong(12, (1_700_000_001L + 11_644_473_600L) * 10_000_000 + 1234567);
    entry.setExtra(field);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(entry);
      zip.closeEntry();
    }
    try (ZipArchive opened = open(bytes.toByteArray())) {
      assertThat(opened.items().getFirst().modified().getEpochSecond()).isEqualTo(1_700_000_001L);
    }
  }

  @Test
  void aSmallFileOfAnArchiveIsReadWithLittleMemory() throws IOException {
    int files = 1000;
    String[] names = IntStream.range(0, files).mapToObj("%04d"::formatted).toArray(String[]::new);
    try (ZipArchive archive = open(stored(names))) {
      long before = AllocatedBytes.now();
      for (ZipItem item : archive.items()) {
        try (InputStream in = archive.content(item)) {
          assertThat(in.read()).isNegative();
        }
      }
      assertThat((AllocatedBytes.now() - before) / files).isLessThan(8000);
    }
  }

  /// `zip -s` marks an archive that might be in several parts, also where it fits one.
  @ParameterizedTest
  @ValueSource(ints = {0x08074b50, 0x30304b50})
  void anArchiveInOnePartMayBeginAsThoseInSeveral(int mark) throws IOException {
    byte[] plain = zip("file", new byte[] {1, 2, 3});
    byte[] marked = new byte[plain.length + 4];
    little(marked).putInt(mark).put(plain);
    int directory = directoryAt(plain) + 4;
    little(marked).putInt(directory + 42, 4).putInt(marked.length - 6, directory);
    assertThat(ZipArchive.recognizes(Arrays.copyOf(marked, 4))).isTrue();
    extract(marked, folder.resolve("target"));
    assertThat(folder.resolve("target/file")).hasBinaryContent(new byte[] {1, 2, 3});
  }

  @Test
  void anUnknownMethodIsListedButNotRead() throws IOException {
    byte[] archive = zip("name", new byte[100]);
    archive[8] = 14;
    archive[directoryAt(archive) + 10] = 14;
    try (ZipArchive opened = open(archive)) {
      ZipItem item = opened.items().getFirst();
      assertThat(item.method().label()).isEqualTo("method 14");
      assertThatExceptionOfType(FormatException.class).isThrownBy(() -> opened.content(item));
    }
  }

  @Test
  void anArchiveWhoseNextEntryCannotBeWrittenFailsByThatAlone() throws IOException {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int value) throws IOException {
            throw new IOException("no room");
          }
        };
    ZipWriter zip = new ZipWriter(full, 1);
    zip.folder("a".repeat(40_000), TIME); // stays in the buffer
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> zip.folder("b".repeat(40_000), TIME))
        .withMessage("no room");
    assertThatExceptionOfType(IOException.class).isThrownBy(zip::close).withMessage("no room");
  }

  @Test
  void permissionsAreKeptWhereTheContentOfTheLastFileCannotBeRead() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    InputStream closed = InputStream.nullInputStream();
    closed.close();
    try (ZipWriter zip = new ZipWriter(bytes, 1)) {
      zip.file("program", TIME, 0755, new ByteArrayInputStream(new byte[10]));
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> zip.file("lost", TIME, 0644, closed));
    }
    try (ZipArchive archive = open(bytes.toByteArray())) {
      assertThat(archive.items())
          .extracting(item -> item.mode() & 0777)
          .containsExactly(0755, 0644);
    }
  }
}
