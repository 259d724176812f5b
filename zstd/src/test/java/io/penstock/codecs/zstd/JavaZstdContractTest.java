package io.penstock.codecs.zstd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Codec;
import io.penstock.compress.FrameDecoder;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.file.FormatException;
import io.penstock.testing.CodecContract;
import io.penstock.testing.Contents;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// zstd in Java does what every codec does, and the same as the native library.
class JavaZstdContractTest extends CodecContract {
  private static final ZstdCodec NATIVE = new ZstdCodec(NativeZstd::new);
  private static final ZstdCodec JAVA = new ZstdCodec(() -> new JavaZstd("by this test"));

  @Override
  protected Codec codec() {
    return JAVA;
  }

  @Test
  void eachReadsWhatTheOtherHasWritten() throws IOException {
    byte[] content = Contents.mixed(new Random(1), 3_000_000);
    for (int level : new int[] {-7, 1, 3, 9, 19}) {
      assertThat(unpacked(JAVA, packed(NATIVE, content, level))).isEqualTo(content);
    }
    byte[] archive = packed(JAVA, content, 3);
    assertThat(unpacked(NATIVE, archive)).isEqualTo(content);
    assertThat(unpacked(JAVA, Contents.joined(archive, packed(NATIVE, content, 3), archive)))
        .isEqualTo(Contents.joined(content, content, content));
  }

  @Test
  void frameByFrameToo() throws IOException {
    byte[] content = Contents.mixed(new Random(2), 9_000_000);
    for (ZstdCodec writer : new ZstdCodec[] {NATIVE, JAVA}) {
      try (FrameEncoder encoder = writer.encoder(3);
          FrameDecoder decoder = (writer == JAVA ? NATIVE : JAVA).decoder(Limits.defaults())) {
        ByteBuffer frame = encoder.encode(content, content.length);
        byte[] target = new byte[content.length];
        decoder.decode(
            Arrays.copyOfRange(frame.array(), frame.arrayOffset(), frame.remaining()), target);
        assertThat(target).isEqualTo(content);
      }
    }
  }

  @Test
  void aWindowThatIsTooLargeIsRefusedWithTheReason() throws IOException {
    byte[] archive = packed(NATIVE, new byte[40 << 20], 22);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> unpacked(JAVA, archive))
        .withMessageContaining("8388608 are possible")
        .withMessageContaining("by this test");
  }

  /// 300 small numbers, without a checksum.
  private static final byte[] FRAME =
      HexFormat.of()
          .parseHex(
              "28b52ffd602c003d0400324e15875544432151f8468085fc5161d33e6c94825c0acc3c2b8ef2e34a4941fc"
                  + "925bd629e5284617cf1295f84e24898388b2980ec9102df288fb2e2f2bb419d0a38aae4ff20ef1710044"
                  + "3d0e26b4b5d23bd06b76635a2f12004e23116c9032e2e49958a4717d26065431900686b2a836119809d1"
                  + "613d25c30e0e0b6d30fc53363aa6ed2c4707");

  private static byte[] flipped(byte[] frame, int bit) {
    byte[] damaged = frame.clone();
    damaged[bit / 8] ^= (byte) (1 << bit % 8);
    return damaged;
  }

  private static boolean takes(Codec codec, byte[] archive) {
    try {
      return unpacked(codec, archive).length == 300;
    } catch (IOException _) {
      return false;
    }
  }

  private static boolean takesAFrame(Codec codec, byte[] frame) {
    try {
      decode(codec, frame, new byte[300]);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  @Test
  void whatAHeaderSaysIsCheckedByBothAndWhicheverWayIsTaken() {
    int headerBits = 7 * 8;
    for (int bit = 0; bit < headerBits; bit++) {
      byte[] damaged = flipped(FRAME, bit);
      boolean unused = bit == 36; // of a header that has a bit for any use
      for (Codec codec : new Codec[] {NATIVE, JAVA}) {
        assertThat(takes(codec, damaged)).as("%s, bit %d", codec, bit).isEqualTo(unused);
        assertThat(takesAFrame(codec, damaged)).as("%s, bit %d", codec, bit).isEqualTo(unused);
      }
    }
  }

  // Bits of a block that must be 0 (792 and 793), and sequences that are not used up, are damage
  // which the library in Java does not see.
  @Test
  void someDamageWithoutAChecksumIsSeenByTheNativeLibraryAlone() {
    List<Integer> unseen = new ArrayList<>();
    for (int bit = 7 * 8; bit < 8 * FRAME.length; bit++) {
      byte[] damaged = flipped(FRAME, bit);
      boolean inJava = takes(JAVA, damaged);
      boolean natively = takes(NATIVE, damaged);
      assertThat(takesAFrame(JAVA, damaged)).as("bit %d", bit).isEqualTo(inJava);
      assertThat(takesAFrame(NATIVE, damaged)).as("bit %d", bit).isEqualTo(natively);
      if (inJava && !natively) {
        unseen.add(bit);
      }
    }
    assertThat(unseen).containsExactly(784, 792, 793, 807, 814);
  }

  // Literals that are not used up are damage by RFC 8878, section 4.2.2.
  @Test
  void whatTheOneInJavaAloneRefusesAreLiteralsThatAreNotUsedUp() {
    Random random = new Random(3);
    byte[] content = new byte[4000];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (random.nextGaussian() * 9);
    }
    byte[] frame;
    try (ZstdCompressCtx context = new ZstdCompressCtx()) {
      frame = context.setChecksum(false).compress(content);
    }
    int refused = 0;
    for (int i = 0; i < 1000; i++) {
      byte[] damaged = flipped(frame, 8 * 100 + random.nextInt(8 * (frame.length - 100)));
      byte[] target = new byte[content.length];
      try {
        decode(NATIVE, damaged, target);
        decode(JAVA, damaged, target);
      } catch (IOException e) {
        boolean natively = e.getCause() instanceof ZstdException;
        refused += natively ? 0 : 1;
        assertThat(natively || e.toString().contains("Bit stream is not fully consumed"))
            .as(e.toString())
            .isTrue();
      }
    }
    assertThat(refused).isPositive();
  }

  private static void decode(Codec codec, byte[] frame, byte[] content) throws IOException {
    try (FrameDecoder decoder = codec.decoder(Limits.defaults())) {
      decoder.decode(frame, content);
    }
  }

  // A seek table may name them as frames without content.
  @Test
  void aSkippableFrameHasNoContent() throws IOException {
    byte[] skippable = HexFormat.of().parseHex("502a4d18" + "03000000" + "ffffff");
    for (Codec codec : new Codec[] {NATIVE, JAVA}) {
      decode(codec, skippable, new byte[0]);
      assertThatIOException().isThrownBy(() -> decode(codec, skippable, new byte[1]));
    }
  }

  @Test
  void damageUnderAChecksumIsSeenByBoth() throws IOException {
    byte[] content = unpacked(NATIVE, FRAME);
    byte[] whole = packed(NATIVE, content, 3);
    for (int bit = 0; bit < 8 * whole.length; bit++) {
      byte[] damaged = flipped(whole, bit);
      for (Codec codec : new Codec[] {NATIVE, JAVA}) {
        if (takes(codec, damaged)) {
          assertThat(unpacked(codec, damaged)).as("%s, bit %d", codec, bit).isEqualTo(content);
        }
      }
    }
  }

  private static byte[] packed(Codec codec, byte[] content, int level) throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (OutputStream out = codec.output(archive, Packing.of(codec).withLevel(level))) {
      out.write(content);
    }
    return archive.toByteArray();
  }

  private static byte[] unpacked(Codec codec, byte[] archive) throws IOException {
    try (InputStream in =
        codec.input(ArchiveInput.of(archive, "archive"), Limits.upTo(Long.MAX_VALUE))) {
      return in.readAllBytes();
    }
  }
}
