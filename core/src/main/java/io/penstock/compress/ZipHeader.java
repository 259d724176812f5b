package io.penstock.compress;

import static io.penstock.compress.ZipEnd.u2;
import static io.penstock.compress.ZipEnd.u4;

import java.io.IOException;
import java.nio.ByteBuffer;

/// The header that stands before a file's data, which must say the same as the directory does
/// (*.ZIP File Format Specification* 6.3.10, sections 4.3.7 and 4.3.9).
final class ZipHeader {
  private static final int HEADER = 0x04034b50;
  private static final int HEADER_BYTES = 30;
  private static final int DESCRIPTOR = 0x08074b50;
  private static final int DESCRIBED_BEHIND = 1 << 3;

  private ZipHeader() {}

  /// Checks a header.
  ///
  /// @param end where the archive's directory begins
  /// @return where the data begins
  /// @throws io.penstock.file.FormatException if there is none, or it disagrees with the directory
  static long check(FileBytes file, ZipItem item, long end) throws IOException {
    long at = item.headerAt();
    if (at > end - HEADER_BYTES) {
      throw disagrees(file, item, "place");
    }
    ByteBuffer head = ZipEnd.little(file.at(at, HEADER_BYTES));
    int name = u2(head, 26);
    int extra = u2(head, 28);
    long dataAt = at + HEADER_BYTES + name + extra;
    if (head.getInt() != HEADER || dataAt > end || item.packedBytes() > end - dataAt) {
      throw disagrees(file, item, "place");
    }
    int flags = u2(head, 6);
    String own = ZipDirectory.name(file.at(at + HEADER_BYTES, name), flags);
    if (!own.equals(item.name())) {
      throw disagrees(file, item, "name");
    }
    if (u2(head, 8) != item.method().code()) {
      throw disagrees(file, item, "method");
    }
    byte[] extras = file.at(at + HEADER_BYTES + name, extra);
    if ((flags & DESCRIBED_BEHIND) != 0) {
      descriptor(file, item, dataAt + item.packedBytes(), end);
    } else {
      ZipFields sizes = ZipFields.of(extras);
      long content = sizes.next(u4(head, 22));
      long packed = sizes.next(u4(head, 18));
      if (content != item.contentBytes()
          || packed != item.packedBytes()
          || u4(head, 14) != item.crc()) {
        throw disagrees(file, item, "size or checksum");
      }
    }
    return dataAt;
  }

  // It may or may not begin with a mark, and its sizes may be of 4 or 8 bytes.
  private static void descriptor(FileBytes file, ZipItem item, long at, long end)
      throws IOException {
    ByteBuffer found = ZipEnd.little(file.at(at, (int) Math.min(24, end - at)));
    boolean fits = false;
    for (int mark : new int[] {4, 0}) {
      boolean marked = mark == 0 || (found.remaining() >= 4 && found.getInt(0) == DESCRIPTOR);
      fits |= marked && (fits4(found, mark, item) || fits8(found, mark, item));
    }
    if (!fits) {
      throw disagrees(file, item, "size or checksum");
    }
  }

  private static boolean fits4(ByteBuffer found, int at, ZipItem item) {
    return found.remaining() >= at + 12
        && u4(found, at) == item.crc()
        && u4(found, at + 4) == item.packedBytes()
        && u4(found, at + 8) == item.contentBytes();
  }

  private static boolean fits8(ByteBuffer found, int at, ZipItem item) {
    return found.remaining() >= at + 20
        && u4(found, at) == item.crc()
        && found.getLong(at + 4) == item.packedBytes()
        && found.getLong(at + 12) == item.contentBytes();
  }

  private static IOException disagrees(FileBytes file, ZipItem item, String what) {
    return file.refused(
        item.headerAt(),
        "%s has another %s here than in the archive's directory; the archive is damaged or forged"
            .formatted(Shown.name(item.name()), what));
  }
}
