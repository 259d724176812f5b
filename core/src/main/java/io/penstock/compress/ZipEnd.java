package io.penstock.compress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The end records of a zip archive, which locate its directory (*.ZIP File Format Specification*
/// 6.3.10, sections 4.3.14 to 4.3.16).
///
/// @param items how many files and folders there are
/// @param at where the directory begins
/// @param end where it ends
record ZipEnd(long items, long at, long end) {
  private static final int END = 0x06054b50;
  private static final int END_BYTES = 22;
  private static final int LOCATOR = 0x07064b50;
  private static final int LOCATOR_BYTES = 20;
  private static final int END64 = 0x06064b50;
  private static final int END64_BYTES = 56;
  private static final int MOST_COMMENT = 0xffff;
  private static final long FULL_SHORT = 0xffff;
  private static final long FULL_INT = 0xffffffffL;

  /// Finds the end of an archive.
  ///
  /// @throws io.penstock.file.FormatException if it is cut short, has parts in other files, or is
  ///   no zip archive
  static ZipEnd of(FileBytes file) throws IOException {
    int length = (int) Math.min(file.size(), END_BYTES + MOST_COMMENT);
    ByteBuffer tail = little(file.at(file.size() - length, length));
    for (int at = length - END_BYTES; at >= 0; at--) {
      if (tail.getInt(at) == END && u2(tail, at + 20) == length - at - END_BYTES) {
        return of(
            file,
            tail.slice(at, END_BYTES).order(ByteOrder.LITTLE_ENDIAN),
            file.size() - length + at);
      }
    }
    throw file.refused(
        file.size(), "has no end of a zip archive: it was cut short or is none; copy it again");
  }

  private static ZipEnd of(FileBytes file, ByteBuffer record, long recordAt) throws IOException {
    long items = u2(record, 10);
    long bytes = u4(record, 12);
    long at = u4(record, 16);
    boolean single = record.getInt(4) == 0 && u2(record, 8) == items;
    if (recordAt >= LOCATOR_BYTES) {
      ByteBuffer locator = little(file.at(recordAt - LOCATOR_BYTES, LOCATOR_BYTES));
      if (locator.getInt() == LOCATOR) {
        return large(file, locator, recordAt - LOCATOR_BYTES, items, bytes, at);
      }
    }
    if (!single) {
      throw file.refused(recordAt, "is one part of several; join them first");
    }
    return checked(file, items, bytes, at, recordAt);
  }

  private static ZipEnd large(
      FileBytes file, ByteBuffer locator, long locatorAt, long items, long bytes, long at)
      throws IOException {
    long recordAt = locator.getLong(8);
    if (locator.getInt(4) != 0 || recordAt < 0 || recordAt > locatorAt - END64_BYTES) {
      throw file.refused(locatorAt, "points to no end of a large zip archive; it is damaged");
    }
    ByteBuffer record = little(file.at(recordAt, END64_BYTES));
    long items64 = record.getLong(32);
    long bytes64 = record.getLong(40);
    long at64 = record.getLong(48);
    if (record.getInt() != END64
        || record.getLong(4) != locatorAt - recordAt - 12
        || record.getLong(16) != 0
        || record.getLong(24) != items64
        || differs(items, FULL_SHORT, items64)
        || differs(bytes, FULL_INT, bytes64)
        || differs(at, FULL_INT, at64)) {
      throw file.refused(recordAt, "has two ends that disagree; it is damaged");
    }
    return checked(file, items64, bytes64, at64, recordAt);
  }

  // A field that is full stands for whatever the larger one says.
  private static boolean differs(long small, long full, long large) {
    return small != full && small != large;
  }

  private static ZipEnd checked(FileBytes file, long items, long bytes, long at, long end)
      throws IOException {
    if (items < 0 || bytes < 0 || at < 0 || at > end || bytes != end - at) {
      throw file.refused(
          end,
          "the directory of the archive is not where its end says; something was put before it, or it was cut");
    }
    return new ZipEnd(items, at, end);
  }

  static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  static int u2(ByteBuffer buffer, int at) {
    return buffer.getShort(at) & 0xffff;
  }

  static long u4(ByteBuffer buffer, int at) {
    return buffer.getInt(at) & FULL_INT;
  }
}
