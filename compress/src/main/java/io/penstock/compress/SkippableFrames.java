package io.penstock.compress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The skippable frames that zstd and LZ4 have in common: a magic number, a length, and the bytes
/// (RFC 8878, section 3.1.2; *LZ4 Frame Format Description*, "Skippable Frames").
public final class SkippableFrames implements Asides {
  /// The magic number with which zstd's seekable format marks its table, of the sixteen that there
  /// are.
  static final int MAGIC = 0x184D2A5E;

  private static final int HEADER_BYTES = 8;

  /// Makes one; all are equal.
  public SkippableFrames() {}

  /// Whether a frame with this magic number is to be passed over.
  public static boolean skippable(int magic) {
    return (magic & 0xfffffff0) == 0x184D2A50;
  }

  /// Whether these bytes, with which an archive ends, are the first of a magic number that was cut
  /// short: this one, or that of a frame that is to be passed over.
  public static boolean cutShort(byte[] end, int magic) {
    return end.length < 4 && (differences(end, magic, 0xff) & differences(end, MAGIC, 0xf0)) == 0;
  }

  private static int differences(byte[] bytes, int magic, int firstMask) {
    int differences = 0;
    for (int i = 0; i < bytes.length; i++) {
      int mask = i == 0 ? firstMask : 0xff;
      differences |= ((bytes[i] ^ (magic >>> (8 * i))) & mask) == 0 ? 0 : 1;
    }
    return differences;
  }

  /// Whether what comes next is to be passed over; nothing is taken.
  static boolean next(ArchiveInput in) throws IOException {
    return begins(in.peek(4));
  }

  /// Whether bytes begin with a skippable frame.
  static boolean begins(byte[] head) {
    return head.length >= 4
        && skippable(ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt());
  }

  /// Passes over a frame, whose magic number comes next.
  ///
  /// @throws io.penstock.file.FormatException if the archive ends in it
  public static void pass(ArchiveInput in) throws IOException {
    byte[] _ = in.octets(4, "a skippable frame");
    for (long left = in.number(4, "a skippable frame"); left > 0; ) {
      if (!in.fill()) {
        throw in.endedIn("a skippable frame");
      }
      int n = (int) Math.min(left, in.available());
      in.take(n);
      left -= n;
    }
  }

  @Override
  public byte[] wrap(byte[] bytes) {
    return ByteBuffer.allocate(Math.addExact(bytes.length, HEADER_BYTES))
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(MAGIC)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  @Override
  public long wrappedLength(long count) {
    return count + HEADER_BYTES;
  }

  @Override
  public int trailerBytes() {
    return 0;
  }

  @Override
  public byte[] unwrap(byte[] wrapped) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(wrapped).order(ByteOrder.LITTLE_ENDIAN);
    if (buffer.getInt() != MAGIC || buffer.getInt() != wrapped.length - HEADER_BYTES) {
      throw new IOException("is not in a skippable frame of its length");
    }
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
