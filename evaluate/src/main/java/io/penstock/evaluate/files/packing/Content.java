package io.penstock.evaluate.files.packing;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;

/// A content that somebody has moved, known by its checksum.
final class Content {
  private static final int PIECE = 256 << 10;

  private Content() {}

  /// Takes all of it.
  ///
  /// @return its checksum
  static long crc(InputStream in) throws IOException {
    CRC32 crc = new CRC32();
    byte[] piece = new byte[PIECE];
    for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
      crc.update(piece, 0, n);
    }
    return crc.getValue();
  }

  /// Says in one line that a content has another checksum than it should.
  static Optional<String> fault(long got, long expected) {
    return got == expected
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT, "the content has the checksum %08x instead of %08x", got, expected));
  }
}
