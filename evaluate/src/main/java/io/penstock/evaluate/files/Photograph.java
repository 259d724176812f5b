package io.penstock.evaluate.files;

import io.penstock.evaluate.run.Corpus;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.SplittableRandom;

/// Bytes without a pattern, as those of a JPEG image are.
///
/// @param bytes its length
record Photograph(long bytes) implements Corpus {
  /// How many bytes there are.
  static final String BYTES = "bytes";

  private static final int PIECE = 64 << 10;

  /// @throws IllegalArgumentException if there is no byte
  Photograph {
    if (bytes < 1) {
      throw new IllegalArgumentException("a photograph of " + bytes + " bytes");
    }
  }

  @Override
  public String fileName() {
    return "photograph-" + bytes + ".jpg";
  }

  @Override
  public Map<String, Long> write(OutputStream out) throws IOException {
    SplittableRandom random = new SplittableRandom(bytes);
    byte[] piece = new byte[PIECE];
    for (long left = bytes; left > 0; left -= PIECE) {
      random.nextBytes(piece);
      out.write(piece, 0, (int) Math.min(left, PIECE));
    }
    return Map.of(BYTES, bytes);
  }
}
