package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Whatever a file holds, reading its header returns a consistent format or refuses, and takes no
/// more memory than the file has bytes.
class NpyProperties {
  private static final int READS = 4;

  @Test
  void tamperedHeadersAreReadOrRefused() {
    campaign(1, 60_000);
  }

  @Test
  @Tag("long")
  void millionsOfTamperedHeadersAreReadOrRefused() {
    campaign(2, 5_000_000);
  }

  private static void campaign(long seed, int files) {
    NpyMutations mutations = new NpyMutations(seed);
    int accepted = 0;
    for (int i = 0; i < files; i++) {
      byte[] file = mutations.next();
      try {
        accepted += accepted(file).isPresent() ? 1 : 0;
      } catch (RuntimeException | IOException | AssertionError | StackOverflowError e) {
        throw new AssertionError(
            "seed %d, file %d: %s".formatted(seed, i, Arrays.toString(file)), e);
      }
    }
    assertThat(accepted).isBetween(files / 50, files / 2);
  }

  /// The format of a file, where it is accepted.
  static Optional<Npy> accepted(byte[] file) throws IOException {
    Npy format;
    try {
      format = Npy.read("a.npy", file.length, new Counting(file));
    } catch (FormatException e) {
      assertThat(e.offset()).isBetween(0L, (long) file.length);
      assertThat(String.valueOf(e.getMessage()).length()).isLessThan(400);
      return Optional.empty();
    }
    assertThat(format.dataOffset() + format.dataBytes()).isLessThanOrEqualTo(file.length);
    assertThat(format.elementShape().size() * format.type().bytes()).isEqualTo(format.dataBytes());
    rewritten(format);
    return Optional.of(format);
  }

  private static void rewritten(Npy format) throws IOException {
    byte[] header;
    try {
      header = format.header();
    } catch (IllegalStateException _) {
      return; // a header more terse than NumPy's own
    }
    byte[] data = new byte[Math.toIntExact(format.dataBytes())];
    assertThat(NpyFiles.read(NpyFiles.concat(header, data))).isEqualTo(format);
  }

  /// A file that is read a few times only, and never past its end.
  private static final class Counting implements Npy.Source {
    private final byte[] file;
    private int reads;

    Counting(byte[] file) {
      this.file = file;
    }

    @Override
    public void readFully(long offset, byte[] target) {
      assertThat(++reads).isLessThanOrEqualTo(READS);
      assertThat(offset + target.length).isLessThanOrEqualTo(file.length);
      System.arraycopy(file, Math.toIntExact(offset), target, 0, target.length);
    }
  }
}
