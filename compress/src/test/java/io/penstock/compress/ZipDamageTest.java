package io.penstock.compress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.file.FormatException;
import io.penstock.testing.AllocatedBytes;
import io.penstock.testing.Contents;
import io.penstock.testing.Seed;
import io.penstock.testing.Watchdog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Zip archives that are damaged or forged: all is noticed or harmless.
class ZipDamageTest extends ZipFixture {
  @Test
  void anArchiveThatIsCutAnywhereIsRefused() throws IOException {
    byte[] archive = zip("one", Contents.mixed(new Random(2), 500), "two", new byte[100]);
    for (int length = 0; length < archive.length; length++) {
      byte[] cut = Arrays.copyOf(archive, length);
      assertThatExceptionOfType(FormatException.class).isThrownBy(() -> open(cut).close());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\0", "PK", "some garbage"})
  void whatStandsBeforeOrBehindIsRefused(String garbage) throws IOException {
    byte[] archive = zip("one", new byte[100]);
    byte[] more = garbage.getBytes(ISO_8859_1);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> open(Contents.joined(archive, more)).close());
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> open(Contents.joined(more, archive)).close());
  }

  @Test
  void anyBitThatIsFlippedIsNoticedOrHarmless() throws IOException {
    byte[] content = Contents.mixed(new Random(3), 300);
    byte[] archive = zip("name", content);
    for (int bit = 0; bit < 8 * archive.length; bit++) {
      requireNoticedOrHarmless(Contents.flipped(archive, bit), content);
    }
  }

  @Test
  void randomDamageIsNoticedOrHarmless() throws IOException {
    damage(500);
  }

  @Test
  @Tag("long")
  void muchRandomDamageIsNoticedOrHarmless() throws IOException {
    damage(200_000);
  }

  private void damage(int times) throws IOException {
    Random random = Seed.sow(getClass());
    byte[] content = Contents.mixed(random, 1000);
    byte[] archive = zip("name", content);
    for (int i = 0; i < times; i++) {
      requireNoticedOrHarmless(Contents.damaged(random, archive), content);
    }
  }

  private void requireNoticedOrHarmless(byte[] damaged, byte[] content) {
    try (ZipArchive archive = open(damaged)) {
      for (ZipItem item : archive.items()) {
        try (InputStream in = archive.content(item)) {
          assertThat(in.readAllBytes()).isEqualTo(content);
        }
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("archive.zip, byte ");
    }
  }

  @Test
  void aReaderThatTriesAgainFindsNoEndOfADamagedFile() throws IOException {
    byte[] archive = stored("name");
    archive[14] ^= 1; // the checksum, in the header and in the directory
    archive[directoryAt(archive) + 16] ^= 1;
    try (ZipArchive opened = open(archive);
        InputStream in = opened.content(opened.items().getFirst())) {
      for (int i = 0; i < 2; i++) {
        assertThatExceptionOfType(FormatException.class)
            .isThrownBy(in::readAllBytes)
            .withMessageContaining("its checksum is wrong");
      }
    }
  }

  @Test
  void headersThatDisagreeAreRefused() throws IOException {
    byte[] archive = zip("name", new byte[100]);
    int[] fields = {8, 30}; // method and name
    for (int field : fields) {
      byte[] forged = archive.clone();
      forged[field] ^= 1;
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> open(forged).close())
          .withMessageContaining("than in the archive's directory");
    }
    for (int field : new int[] {16, 20, 24}) { // checksum and sizes, in the directory
      byte[] forged = archive.clone();
      forged[directoryAt(archive) + field] ^= 1;
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> open(forged).close())
          .withMessageContaining("than in the archive's directory");
    }
  }

  @Test
  void filesThatShareDataAreRefused() throws IOException {
    byte[] archive = zip("aaaa", new byte[100], "bbbb", new byte[100]);
    byte[] forged = renamed(archive, "bbbb", "aaaa");
    int second = secondInDirectory(forged);
    little(forged).putInt(second + 42, 0);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> open(forged).close())
        .withMessageContaining("shares data with");
  }

  private static int secondInDirectory(byte[] archive) {
    int first = directoryAt(archive);
    ByteBuffer little = little(archive);
    return first + 46 + little.getShort(first + 28) + little.getShort(first + 30);
  }

  /// The same with a name changed to one of the same length, wherever it stands.
  private static byte[] renamed(byte[] archive, String from, String to) {
    return new String(archive, ISO_8859_1).replace(from, to).getBytes(ISO_8859_1);
  }

  @Test
  void headersThatLieOverOneAnotherAreNotEachReadWhole() throws IOException {
    String[] names = IntStream.range(0, 2000).mapToObj("%04d"::formatted).toArray(String[]::new);
    byte[] archive = stored(names);
    int directory = directoryAt(archive);
    for (int at = 0; at < directory; at += 34) {
      little(archive).putShort(at + 28, (short) 0xffff); // an extra field over those that follow
    }
    byte[] forged =
        Contents.joined(
            Arrays.copyOf(archive, directory),
            new byte[70_000],
            Arrays.copyOfRange(archive, directory, archive.length));
    little(forged).putInt(forged.length - 6, directory + 70_000);
    Path path = Files.write(folder.resolve("archive.zip"), forged);
    long before = AllocatedBytes.now();
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> ZipArchive.open(path, LIMITS).close())
        .withMessageContaining("shares data with");
    assertThat(AllocatedBytes.now() - before).isLessThan(40L * forged.length);
  }

  @Test
  void aBombIsRefusedBeforeItIsUnpacked() throws IOException {
    byte[] bomb = zip("zeros", new byte[64 << 20]);
    Path target = folder.resolve("target");
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> extract(bomb, target))
        .withMessageContaining("more than 200 times its size");
    assertThat(target).doesNotExist();
    Path file = Files.write(folder.resolve("archive.zip"), bomb);
    try (ZipArchive archive = ZipArchive.open(file, Limits.upTo(64 << 20))) {
      archive.extract(target);
    }
    assertThat(target.resolve("zeros")).hasSize(64 << 20);
  }

  @Test
  void aFileThatUnpacksToMoreThanItAnnouncesIsReadNoFurther() throws IOException {
    byte[] archive = zip("zeros", new byte[1 << 20]);
    int directory = directoryAt(archive);
    little(archive).putInt(directory - 4, 10).putInt(directory + 24, 10);
    try (ZipArchive opened = open(archive);
        InputStream in = opened.content(opened.items().getFirst())) {
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> in.read(new byte[1000]))
          .withMessageContaining("unpacks to more than the 10 bytes announced");
    }
  }

  /// Whoever makes an archive may choose checksums that give all of its items one hash.
  @Test
  void itemsOfOneHashAreReadAsSoonAsOthers() throws Exception {
    String[] names = new String[65_000];
    Arrays.setAll(names, i -> "f" + (10_000 + i));
    byte[] archive = stored(names);
    ByteBuffer bytes = little(archive);
    int entry = directoryAt(archive);
    for (String name : names) {
      int header = bytes.getInt(entry + 42);
      int checksum = checksumForHash(1, name, header);
      bytes.putInt(header + 14, checksum).putInt(entry + 16, checksum);
      entry += 46 + name.length();
    }
    try (ZipArchive opened = Watchdog.guard("reading the headers", () -> open(archive))) {
      assertThat(opened.items().stream().map(ZipItem::hashCode).distinct()).hasSize(1);
    }
  }

  /// The hash of a record grows with a number in it by the same odd step each time.
  private static int checksumForHash(int wanted, String name, int header) {
    int zero = ofChecksum(0, name, header).hashCode();
    int step = ofChecksum(1, name, header).hashCode() - zero;
    int inverse = step;
    for (int i = 0; i < 5; i++) {
      inverse *= 2 - step * inverse;
    }
    return (wanted - zero) * inverse;
  }

  private static ZipItem ofChecksum(long checksum, String name, int header) {
    return new ZipItem(name, new ZipMethod(0, false), 0, 0, checksum, header, 0, Instant.EPOCH);
  }
}
