package io.penstock.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Codec;
import io.penstock.compress.FrameDecoder;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What every codec does, whichever it is.
public abstract class CodecContract {
  private static final Limits LIMITS = Limits.defaults();

  /// The one that is tested.
  protected abstract Codec codec();

  /// Whether damage is noticed: a codec without checksums is an oracle for the rest alone.
  protected boolean checks() {
    return true;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 100, 65535, 65536, 131071, 131072, 131073, 300_000, 9_000_000})
  void whatIsPackedIsUnpacked(int size) throws IOException {
    byte[] content = Contents.mixed(new Random(size), size);
    for (int threads : new int[] {1, 3}) {
      Packing packing = Packing.of(codec()).withThreads(threads);
      assertThat(unpack(pack(content, packing))).isEqualTo(content);
    }
  }

  @Test
  void aCodecSaysWhatItIs() {
    assertThat(codec()).hasToString("codec " + codec().name());
  }

  @Test
  void everyLevelGivesTheContentBack() throws IOException {
    byte[] content = Contents.mixed(new Random(1), 200_000);
    for (int level = codec().levels().fastest(); level <= codec().levels().smallest(); level++) {
      Packing packing = Packing.of(codec()).withLevel(level);
      assertThat(unpack(pack(content, packing))).isEqualTo(content);
    }
  }

  @Test
  void aLevelThatIsNotThereIsRefused() {
    int tooHigh = codec().levels().smallest() + 1;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Packing.of(codec()).withLevel(tooHigh))
        .withMessageContaining(codec().name() + " has no level " + tooHigh);
  }

  @Test
  void equalContentGivesEqualArchives() throws IOException {
    byte[] content = Contents.mixed(new Random(2), 1_000_000);
    Packing packing = Packing.of(codec()).withThreads(2);
    assertThat(pack(content, packing)).isEqualTo(pack(content, packing));
  }

  @Test
  void bytesWrittenOneByOneAreTheSame() throws IOException {
    byte[] content = Contents.mixed(new Random(3), 5000);
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (OutputStream out = codec().output(archive, Packing.of(codec()).withThreads(1))) {
      for (byte b : content) {
        out.write(b);
      }
    }
    assertThat(unpack(archive.toByteArray())).isEqualTo(content);
  }

  @Test
  void framesGiveTheirContentBackAndNothingElse() throws IOException {
    byte[] content = Contents.mixed(new Random(4), 100_000);
    try (FrameEncoder encoder = codec().encoder(codec().levels().usual());
        FrameDecoder decoder = codec().decoder(LIMITS)) {
      for (int count : new int[] {0, 1, 5000, 100_000}) {
        byte[] frame = bytes(encoder.encode(content, count));
        byte[] target = new byte[count];
        decoder.decode(frame, target);
        assertThat(target).isEqualTo(Arrays.copyOf(content, count));
        assertThat(unpack(frame)).isEqualTo(target);
        assertThatExceptionOfType(IOException.class)
            .isThrownBy(() -> decoder.decode(frame, new byte[count + 1]));
        if (count > 0) {
          assertThatExceptionOfType(IOException.class)
              .isThrownBy(() -> decoder.decode(frame, new byte[count - 1]));
        }
      }
    }
  }

  @Test
  void archivesBehindOneAnotherAreReadAsOne() throws IOException {
    byte[] content = Contents.mixed(new Random(5), 70_000);
    byte[] one = pack(content, Packing.of(codec()));
    byte[] none = pack(new byte[0], Packing.of(codec()));
    assertThat(unpack(Contents.joined(one, none, none, one)))
        .isEqualTo(Contents.joined(content, content));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 65530, 65531, 65532, 131062, 131063, 200_000})
  void asidesArePassedOverAndFoundAgain(int size) throws IOException {
    byte[] aside = new byte[size];
    new Random(size).nextBytes(aside);
    byte[] wrapped = codec().asides().wrap(aside);
    assertThat(wrapped.length).isEqualTo((int) codec().asides().wrappedLength(size));
    assertThat(codec().asides().unwrap(wrapped)).isEqualTo(aside);
    byte[] content = Contents.mixed(new Random(6), 1000);
    byte[] archive = pack(content, Packing.of(codec()));
    assertThat(unpack(Contents.joined(archive, wrapped, archive, wrapped)))
        .isEqualTo(Contents.joined(content, content));
  }

  @Test
  void anArchiveThatIsCutAnywhereIsRefused() throws IOException {
    byte[] archive = pack(Contents.mixed(new Random(7), 3000), Packing.of(codec()));
    for (int length = 0; length < archive.length; length++) {
      byte[] cut = Arrays.copyOf(archive, length);
      assertThatExceptionOfType(IOException.class)
          .as("cut to %d of %d", length, archive.length)
          .isThrownBy(() -> unpack(cut))
          .withMessageStartingWith("test.bin, byte ");
    }
  }

  @Test
  void aSecondArchiveThatIsCutAnywhereIsRefused() throws IOException {
    byte[] archive = pack(Contents.mixed(new Random(8), 200), Packing.of(codec()));
    byte[] two = Contents.joined(archive, archive);
    for (int length = archive.length + 1; length < two.length; length++) {
      byte[] cut = Arrays.copyOf(two, length);
      assertThatExceptionOfType(IOException.class).isThrownBy(() -> unpack(cut));
    }
  }

  @Test
  void aReaderThatTriesAgainAfterAFailureFindsNoEnd() throws IOException {
    byte[] archive = pack(Contents.mixed(new Random(8), 200), Packing.of(codec()));
    byte[] two = Contents.joined(archive, archive);
    for (int length = archive.length + 1; length < two.length; length++) {
      byte[] cut = Arrays.copyOf(two, length);
      try (InputStream in = codec().input(ArchiveInput.of(cut, "test.bin"), LIMITS)) {
        for (int i = 0; i < 3; i++) {
          assertThatExceptionOfType(IOException.class)
              .as("cut to %d of %d, time %d", length, two.length, i)
              .isThrownBy(in::readAllBytes);
        }
      }
    }
  }

  @Test
  void whatFollowsTheArchiveIsRefused() throws IOException {
    byte[] archive = pack(Contents.mixed(new Random(9), 200), Packing.of(codec()));
    for (String garbage :
        new String[] {"\0", "\0\0\0\0\0\0\0\0", "x", "xyz", "garbage that is longer"}) {
      byte[] longer = Contents.joined(archive, garbage.getBytes(US_ASCII));
      assertThatExceptionOfType(IOException.class)
          .as("followed by '%s'", garbage)
          .isThrownBy(() -> unpack(longer))
          .withMessageNotContaining("cut short");
    }
    for (int bytes = 1; bytes <= 4; bytes++) {
      byte[] begun = Contents.joined(archive, Arrays.copyOf(archive, bytes));
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> unpack(begun))
          .withMessageContaining("cut short");
    }
  }

  @Test
  void anyBitThatIsFlippedIsNoticedOrHarmless() throws IOException {
    SpokenAssumption.that(checks(), codec().name() + " has no checksums");
    byte[] content = Contents.mixed(new Random(10), 1500);
    byte[] archive = pack(content, Packing.of(codec()));
    for (int i = 0; i < 8 * archive.length; i++) {
      requireNoticedOrHarmless(Contents.flipped(archive, i), content);
    }
  }

  @Test
  void randomDamageIsNoticedOrHarmless() throws IOException {
    SpokenAssumption.that(checks(), codec().name() + " has no checksums");
    damage(Seed.sow(getClass()), 300);
  }

  @Test
  @Tag("long")
  void muchRandomDamageIsNoticedOrHarmless() throws IOException {
    SpokenAssumption.that(checks(), codec().name() + " has no checksums");
    damage(Seed.sow(getClass()), 100_000);
  }

  private void damage(Random random, int times) throws IOException {
    byte[] content = Contents.mixed(random, 20_000);
    byte[] archive = pack(content, Packing.of(codec()));
    for (int i = 0; i < times; i++) {
      requireNoticedOrHarmless(Contents.damaged(random, archive), content);
    }
  }

  private void requireNoticedOrHarmless(byte[] damaged, byte[] content) {
    try {
      assertThat(unpack(damaged)).isEqualTo(content);
    } catch (IOException e) {
      assertThat(e).hasMessageStartingWith("test.bin, byte ");
    }
  }

  @Test
  void randomBytesBehindAHeadAreRefused() throws IOException {
    Random random = Seed.sow(getClass());
    byte[] archive = pack(Contents.mixed(random, 2000), Packing.of(codec()));
    for (int i = 0; i < 300; i++) {
      byte[] noise = new byte[random.nextInt(300)];
      random.nextBytes(noise);
      byte[] forged = Contents.joined(Arrays.copyOf(archive, 2 + random.nextInt(30)), noise);
      assertThatExceptionOfType(IOException.class).isThrownBy(() -> unpack(forged));
    }
  }

  @Test
  void afterAFailureTheArchiveIsNotCompleted() throws IOException {
    for (int threads : new int[] {1, 2}) {
      FullDisk disk = new FullDisk();
      OutputStream out = codec().output(disk, Packing.of(codec()).withThreads(threads));
      byte[] noise = new byte[1 << 20];
      new Random(1).nextBytes(noise);
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(
              () -> {
                for (int i = 0; i < 200; i++) {
                  out.write(noise);
                }
              });
      disk.full = false;
      assertThatExceptionOfType(IOException.class).isThrownBy(() -> out.write(noise));
      assertThatExceptionOfType(IOException.class).isThrownBy(out::close);
      out.close();
      assertThat(disk.closed).isTrue();
    }
  }

  /// The library's own threads are among those that the system counts.
  @Test
  void archivesThatFailLeaveNoThread() throws IOException {
    byte[] noise = new byte[32 << 20];
    new Random(1).nextBytes(noise);
    int failures = 20;
    failToPack(noise, noise.length); // starts what stays
    long before = threads();
    for (int i = 0; i < failures; i++) {
      failToPack(noise, i % 2 == 0 ? noise.length : 1 << 20);
    }
    assertThat(threads()).isLessThan(before + failures);
  }

  private void failToPack(byte[] content, int piece) {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () -> {
              Packing packing = Packing.of(codec()).withThreads(2);
              try (OutputStream out = codec().output(new FullDisk(), packing)) {
                for (int at = 0; at < content.length; at += piece) {
                  out.write(content, at, Math.min(piece, content.length - at));
                }
              }
            });
  }

  private static long threads() throws IOException {
    try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
      return tasks.count();
    }
  }

  /// Takes a megabyte.
  private static final class FullDisk extends FilterOutputStream {
    private boolean full = true;
    private boolean closed;
    private long taken;

    FullDisk() {
      super(OutputStream.nullOutputStream());
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      taken += count;
      if (full && taken > 1 << 20) {
        throw new IOException("no space");
      }
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private byte[] pack(byte[] content, Packing packing) throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (OutputStream out = codec().output(archive, packing)) {
      out.write(content);
    }
    return archive.toByteArray();
  }

  private byte[] unpack(byte[] archive) throws IOException {
    try (InputStream in = codec().input(ArchiveInput.of(archive, "test.bin"), LIMITS)) {
      return in.readAllBytes();
    }
  }
}
