package io.penstock.compress;

import static io.penstock.compress.ZipEnd.u2;
import static io.penstock.compress.ZipEnd.u4;

import io.penstock.file.FormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The header that stands before a file's data, which must say the same as the directory does
/// (*.ZIP File Format Specification* 6.3.10, sections 4.3.7 and 4.3.9).
final class ZipHeader {
  private static final int HEADER = 0x04034b50;
  private static final int HEADER_BYTES = 30;
  private static final int DESCRIPTOR = 0x08074b50;
  private static final int DESCRIBED_BEHIND = 1 << 3;

  private ZipHeader() {}

  /// Checks the headers of all items, in the order of their places: each must end with its data
  /// before the next one begins. A few bytes that many files share would unpack to more than any
  /// disk holds, and are not even read more than once.
  ///
  /// @param end where the archive's directory begins
  /// @return where the data of each item begins
  /// @throws FormatException if one is missing, or disagrees with the directory
  static List<Long> check(FileBytes file, List<ZipItem> items, long end) throws IOException {
    List<Integer> places = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      places.add(i);
    }
    places.sort(Comparator.comparingLong(i -> items.get(i).headerAt()));
    Long[] dataAt = new Long[items.size()];
    for (int i = 0; i < places.size(); i++) {
      int index = places.get(i);
      Optional<ZipItem> next =
          i + 1 < places.size() ? Optional.of(items.get(places.get(i + 1))) : Optional.empty();
      dataAt[index] = checked(file, items.get(index), next, end);
    }
    return List.of(dataAt);
  }

  private static long checked(FileBytes file, ZipItem item, Optional<ZipItem> next, long end)
      throws IOException {
    try {
      return check(file, item, next, end);
    } catch (FormatException e) {
      throw e;
    } catch (IOException e) {
      throw file.refused(
          item.headerAt(),
          String.format(Locale.ROOT, "%s %s", Shown.name(item.name()), e.getMessage()));
    }
  }

  private static long check(FileBytes file, ZipItem item, Optional<ZipItem> next, long end)
      throws IOException {
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
    if (next.isPresent() && dataAt + item.packedBytes() > next.get().headerAt()) {
      throw file.refused(
          next.get().headerAt(),
          String.format(
              Locale.ROOT,
              "%s shares data with %s; the archive is damaged or forged",
              Shown.name(next.get().name()),
              Shown.name(item.name())));
    }
    int flags = u2(head, 6);
    byte[] rest = file.at(at + HEADER_BYTES, name + extra);
    String own = ZipDirectory.name(Arrays.copyOf(rest, name), flags);
    if (!own.equals(item.name())) {
      throw disagrees(file, item, "name");
    }
    if (u2(head, 8) != item.method().code()) {
      throw disagrees(file, item, "method");
    }
    if ((flags & DESCRIBED_BEHIND) != 0) {
      descriptor(file, item, dataAt + item.packedBytes(), end);
    } else {
      ZipFields sizes = ZipFields.of(Arrays.copyOfRange(rest, name, rest.length));
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
        String.format(
            Locale.ROOT,
            "%s has another %s here than in the archive's directory; the archive is damaged or forged",
            Shown.name(item.name()),
            what));
  }
}
