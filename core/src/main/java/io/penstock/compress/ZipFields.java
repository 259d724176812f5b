package io.penstock.compress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Optional;

/// A codec of extra fields: the sizes that do not fit 32 bits (*.ZIP File Format Specification*
/// 6.3.10, section 4.5.3), and times that need no zone.
final class ZipFields {
  private static final int LARGE = 1;
  private static final int TIMESTAMP = 0x5455;
  private static final int NTFS = 0x000a;
  private static final long TICKS = 10_000_000;
  private static final long SECONDS_FROM_1601 = 11_644_473_600L;
  private static final long FULL = 0xffffffffL;

  private final ByteBuffer large;

  private final Optional<Instant> modified;

  private ZipFields(ByteBuffer large, Optional<Instant> modified) {
    this.large = large;
    this.modified = modified;
  }

  /// @param extra all extra fields
  /// @throws IOException if they are damaged
  static ZipFields of(byte[] extra) throws IOException {
    return new ZipFields(
        field(extra, LARGE).orElseGet(() -> ZipEnd.little(new byte[0])),
        field(extra, TIMESTAMP)
            .flatMap(ZipFields::timestamp)
            .or(() -> field(extra, NTFS).flatMap(ZipFields::ntfs)));
  }

  /// The first field of a kind.
  private static Optional<ByteBuffer> field(byte[] extra, int wanted) {
    ByteBuffer buffer = ZipEnd.little(extra);
    while (buffer.remaining() >= 4) {
      int id = buffer.getShort() & 0xffff;
      int count = buffer.getShort() & 0xffff;
      if (count > buffer.remaining()) {
        break;
      }
      if (id == wanted) {
        return Optional.of(buffer.slice(buffer.position(), count).order(ByteOrder.LITTLE_ENDIAN));
      }
      buffer.position(buffer.position() + count);
    }
    return Optional.empty();
  }

  // Info-ZIP's extra field UT: which times there are, and the seconds since 1970 of the first.
  private static Optional<Instant> timestamp(ByteBuffer field) {
    return field.remaining() >= 5 && (field.get(0) & 1) != 0
        ? Optional.of(Instant.ofEpochSecond(field.getInt(1)))
        : Optional.empty();
  }

  // Section 4.5.5: four bytes, then a tag and a length; tag 1 begins with the time of change, in
  // tenths of a microsecond since 1601.
  private static Optional<Instant> ntfs(ByteBuffer field) {
    if (field.remaining() < 16 || field.getShort(4) != 1 || field.getShort(6) < 8) {
      return Optional.empty();
    }
    long ticks = field.getLong(8);
    long seconds = Math.floorDiv(ticks, TICKS) - SECONDS_FROM_1601;
    return Optional.of(Instant.ofEpochSecond(seconds, 100 * Math.floorMod(ticks, TICKS)));
  }

  /// When the content was changed last, if a field says so.
  Optional<Instant> modified() {
    return modified;
  }

  /// The next field: as it is, or where it is full, the next large one.
  long next(long small) throws IOException {
    if (small != FULL) {
      return small;
    }
    if (large.remaining() < 8) {
      throw new IOException("a size above 4 GiB is not there");
    }
    long value = large.getLong();
    if (value < 0) {
      throw new IOException("a size is not possible");
    }
    return value;
  }
}
