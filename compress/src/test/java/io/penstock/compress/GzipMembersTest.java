package io.penstock.compress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.file.FormatException;
import io.penstock.testing.Contents;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Headers and trailers of gzip members (RFC 1952), as other programs write them.
class GzipMembersTest {
  private static final int HEADER = 10;
  private static final int CHECKED = 2;
  private static final int EXTRA = 4;
  private static final int NAMED = 8;
  private static final int COMMENTED = 16;

  private final byte[] content = Contents.mixed(new Random(1), 5000);
  private final byte[] plain = Compression.compress(content, Packing.of(Codecs.gzip()));

  @ParameterizedTest
  @ValueSource(ints = {1, CHECKED, EXTRA, NAMED, COMMENTED, EXTRA | NAMED, 31})
  void whateverAHeaderTellsIsPassedOver(int flags) throws IOException {
    assertThat(content(withHeader(flags))).isEqualTo(content);
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64, 128})
  void flagsWithoutAMeaningAreRefused(int flag) {
    assertRefused(withHeader(flag), "reserved flags");
  }

  @Test
  void aHeadersChecksumIsChecked() {
    byte[] archive = withHeader(CHECKED | NAMED);
    archive[HEADER] ^= 1; // the name's first letter
    assertRefused(archive, "the checksum of a gzip header is wrong");
  }

  @Test
  void theLengthOfTheContentIsChecked() {
    for (int i = 1; i <= 4; i++) {
      byte[] archive = plain.clone();
      archive[archive.length - i] ^= 1;
      assertRefused(archive, "the length of a gzip member is wrong");
    }
  }

  @Test
  void theChecksumOfTheContentIsChecked() {
    for (int i = 5; i <= 8; i++) {
      byte[] archive = plain.clone();
      archive[archive.length - i] ^= 1;
      assertRefused(archive, "the checksum of a gzip member is wrong");
    }
  }

  @Test
  void whatStandsAtTheEndOfABlockIsNotWrittenAgainInTheNext() throws IOException {
    byte[] noise = new byte[30_000];
    new Random(2).nextBytes(noise);
    byte[] first = Contents.joined(new byte[GzipCodec.BLOCK_BYTES - noise.length], noise);
    byte[] twice = Contents.joined(first, noise);
    byte[] archive = Compression.compress(twice, Packing.of(Codecs.gzip()).withThreads(2));
    assertThat(archive.length).isLessThan(noise.length + 3000);
    assertThat(content(archive)).isEqualTo(twice);
  }

  @Test
  void aNameMayBeOfAnyLength() throws IOException {
    byte[] header = Arrays.copyOf(plain, HEADER);
    header[3] = NAMED;
    byte[] name = new byte[200_001];
    Arrays.fill(name, 0, name.length - 1, (byte) 'n');
    byte[] archive = Contents.joined(header, name, Arrays.copyOfRange(plain, HEADER, plain.length));
    assertThat(content(archive)).isEqualTo(content(plain));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 9, 10, 100})
  void whatFollowsTheLastMemberIsNoMemberThatWasCutShort(int bytes) {
    assertRefused(Contents.joined(plain, new byte[bytes]), "must be removed");
    byte[] cut = Arrays.copyOf(plain, Math.min(bytes, 20));
    assertRefused(Contents.joined(plain, cut), "it was cut short");
  }

  private byte[] withHeader(int flags) {
    byte[] header = Arrays.copyOf(plain, HEADER);
    header[3] = (byte) flags;
    header = Contents.joined(header, part(flags, EXTRA, "\3\0abc"));
    header = Contents.joined(header, part(flags, NAMED, "a name\0"));
    header = Contents.joined(header, part(flags, COMMENTED, "a comment\0"));
    if ((flags & CHECKED) != 0) {
      CRC32 crc = new CRC32();
      crc.update(header);
      long sum = crc.getValue();
      header = Contents.joined(header, new byte[] {(byte) sum, (byte) (sum >> 8)});
    }
    return Contents.joined(header, Arrays.copyOfRange(plain, HEADER, plain.length));
  }

  private static byte[] part(int flags, int flag, String text) {
    return ((flags & flag) != 0 ? text : "").getBytes(ISO_8859_1);
  }

  private static byte[] content(byte[] archive) throws IOException {
    return Compression.decompress(archive, Limits.defaults());
  }

  private static void assertRefused(byte[] archive, String why) {
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> content(archive))
        .withMessageContaining(why);
  }
}
