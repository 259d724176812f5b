package io.penstock.compress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.file.FormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// A reader of the directory of a zip archive and of the headers before its files, which must agree
/// (*.ZIP File Format Specification* 6.3.10, sections 4.3.7 to 4.3.16).
final class ZipDirectory {
  private static final int END = 0x06054b50;
  private static final int END_BYTES = 22;
  private static final int LOCATOR = 0x07064b50;
  private static final int LOCATOR_BYTES = 20;
  private static final int END64 = 0x06064b50;
  private static final int END64_BYTES = 56;
  private static final int MOST_COMMENT = 0xffff;
  private static final long FULL_SHORT = 0xffff;
  private static final long FULL_INT = 0xffffffffL;

  private static final int UTF8_NAMES = 1 << 11;
  private static final int ENTRY_BYTES = 46;

  private static final int ENTRY = 0x02014b50;
  private static final int ENCRYPTED = 1;
  private static final int HIDDEN = 1 << 13;
  private static final int UNIX = 3;

  private static final int HEADER = 0x04034b50;
  private static final int HEADER_BYTES = 30;
  private static final int DESCRIPTOR = 0x08074b50;
  private static final int DESCRIBED_BEHIND = 1 << 3;

  private static final int LARGE = 1;
  private static final int UNICODE_NAME = 0x7075;
  private static final int TIMESTAMP = 0x5455;
  private static final int NTFS = 0x000a;
  private static final long TICKS = 10_000_000;
  private static final long SECONDS_FROM_1601 = 11_644_473_600L;

  private final ArchiveFile file;
  private final Limits limits;
  private final List<ZipItem> items = new ArrayList<>();

  /// By the place of each header, since no two items have one: who makes an archive chooses what
  /// the hash of an item is.
  private final Map<Long, Placed> placed = new HashMap<>();

  /// An item whose header was checked, and where its data begins.
  private record Placed(ZipItem item, long dataAt) {}

  /// The places of the headers of items of which a field says that they were changed last as 1970
  /// began; of the others, those that have that time have none.
  private final Set<Long> ofTheEpoch = new HashSet<>();

  /// How many items the end records announce, and where the directory begins and ends.
  private long count;

  private long begin;
  private long end;

  private ZipDirectory(ArchiveFile file, Limits limits) {
    this.file = file;
    this.limits = limits;
  }

  /// Reads the directory, item by item, to its exact end, and checks all headers against it.
  ///
  /// @throws FormatException if the archive is cut short, damaged or none, has parts in other
  ///   files, its headers disagree, or its directory is larger than the limits allow
  static ZipDirectory read(ArchiveFile file, Limits limits) throws IOException {
    ZipDirectory directory = new ZipDirectory(file, limits);
    directory.findEnd();
    directory.readItems();
    directory.checkHeaders();
    return directory;
  }

  /// All items, in the order of the directory.
  List<ZipItem> items() {
    return items;
  }

  /// Where the data of an item begins; null for an item of another archive.
  @Nullable Long dataAt(ZipItem item) {
    Placed found = placed.get(item.headerAt());
    return found != null && found.item().equals(item) ? Long.valueOf(found.dataAt()) : null;
  }

  /// Whether the archive says when an item was changed last.
  boolean tellsTime(ZipItem item) {
    return !item.modified().equals(Instant.EPOCH) || ofTheEpoch.contains(item.headerAt());
  }

  // ---- the end records, which locate the directory (sections 4.3.14 to 4.3.16) ------------------

  /// Finds the end of an archive.
  ///
  /// @throws FormatException if it is cut short, has parts in other files, or is no zip archive
  private void findEnd() throws IOException {
    int length = (int) Math.min(file.size(), END_BYTES + MOST_COMMENT);
    ByteBuffer tail = little(file.at(file.size() - length, length));
    for (int at = length - END_BYTES; at >= 0; at--) {
      if (tail.getInt(at) == END && u2(tail, at + 20) == length - at - END_BYTES) {
        readEnd(
            tail.slice(at, END_BYTES).order(ByteOrder.LITTLE_ENDIAN), file.size() - length + at);
        return;
      }
    }
    throw file.refused(
        file.size(), "has no end of a zip archive: it was cut short or is none; copy it again");
  }

  private void readEnd(ByteBuffer record, long recordAt) throws IOException {
    long items = u2(record, 10);
    long bytes = u4(record, 12);
    long at = u4(record, 16);
    boolean single = record.getInt(4) == 0 && u2(record, 8) == items;
    if (recordAt >= LOCATOR_BYTES) {
      ByteBuffer locator = little(file.at(recordAt - LOCATOR_BYTES, LOCATOR_BYTES));
      if (locator.getInt() == LOCATOR) {
        readLargeEnd(locator, recordAt - LOCATOR_BYTES, items, bytes, at);
        return;
      }
    }
    if (!single) {
      throw file.refused(recordAt, "is one part of several; join them first");
    }
    takeEnd(items, bytes, at, recordAt);
  }

  private void readLargeEnd(ByteBuffer locator, long locatorAt, long items, long bytes, long at)
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
    takeEnd(items64, bytes64, at64, recordAt);
  }

  // A field that is full stands for whatever the larger one says.
  private static boolean differs(long small, long full, long large) {
    return small != full && small != large;
  }

  private void takeEnd(long items, long bytes, long at, long end) throws IOException {
    if (items < 0 || bytes < 0 || at < 0 || at > end || bytes != end - at) {
      throw file.refused(
          end,
          "the directory of the archive is not where its end says; something was put before it, or it was cut");
    }
    this.count = items;
    this.begin = at;
    this.end = end;
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

  // ---- the directory (section 4.3.12) -----------------------------------------------------------

  private void readItems() throws IOException {
    long length = end - begin;
    limits.checkMemory(file.name(), begin, Math.max(length, count));
    if (length > Integer.MAX_VALUE - 8 || count > length / ENTRY_BYTES) {
      throw file.refused(
          begin, String.format(Locale.ROOT, "claims %d items in %d bytes", count, length));
    }
    byte[] directory = file.at(begin, (int) length);
    ByteBuffer bytes = little(directory);
    while (items.size() < count) {
      try {
        items.add(item(directory, bytes));
      } catch (IOException e) {
        throw file.refused(
            begin + bytes.position(),
            String.format(
                Locale.ROOT,
                "item %d of the directory: %s; the archive is damaged",
                items.size() + 1,
                e.getMessage()));
      }
    }
    if (bytes.hasRemaining()) {
      throw file.refused(
          begin + bytes.position(), "the directory holds more items than its end says");
    }
  }

  private ZipItem item(byte[] directory, ByteBuffer bytes) throws IOException {
    int at = bytes.position();
    if (bytes.remaining() < ENTRY_BYTES || bytes.getInt(at) != ENTRY) {
      throw new IOException("is not there");
    }
    int name = u2(bytes, at + 28);
    int extra = u2(bytes, at + 30);
    int length = ENTRY_BYTES + name + extra + u2(bytes, at + 32);
    if (length > bytes.remaining()) {
      throw new IOException("is not all there");
    }
    if (u2(bytes, at + 34) != 0) {
      throw new IOException("is in another file");
    }
    int extraAt = at + ENTRY_BYTES + name;
    byte[] fields = Arrays.copyOfRange(directory, extraAt, extraAt + extra);
    ByteBuffer large = largeSizes(fields);
    long content = size(u4(bytes, at + 24), large);
    long packed = size(u4(bytes, at + 20), large);
    long headerAt = size(u4(bytes, at + 42), large);
    int flags = u2(bytes, at + 8);
    byte[] nameBytes = Arrays.copyOfRange(directory, at + ENTRY_BYTES, extraAt);
    bytes.position(at + length);
    Optional<Instant> modified = modified(fields);
    if (modified.filter(Instant.EPOCH::equals).isPresent()) {
      boolean _ = ofTheEpoch.add(headerAt);
    }
    return new ZipItem(
        name(nameBytes, flags, fields),
        new ZipMethod(u2(bytes, at + 10), (flags & (ENCRYPTED | HIDDEN)) != 0),
        packed,
        content,
        u4(bytes, at + 16),
        headerAt,
        bytes.get(at + 5) == UNIX ? u2(bytes, at + 40) : 0,
        modified.orElseGet(() -> time(u2(bytes, at + 14), u2(bytes, at + 12))));
  }

  // Names without the flag of UTF-8 are often in UTF-8 all the same; else an extra field may say
  // what the name is, and IBM's code page 437 is what is left.
  private static String name(byte[] bytes, int flags, byte[] extra) throws IOException {
    try {
      return decoded(ByteBuffer.wrap(bytes));
    } catch (CharacterCodingException e) {
      if ((flags & UTF8_NAMES) != 0) {
        throw new IOException("has a name that is not UTF-8", e);
      }
      Charset old = Charset.isSupported("IBM437") ? Charset.forName("IBM437") : ISO_8859_1;
      return field(extra, UNICODE_NAME)
          .flatMap(field -> unicodeName(field, bytes))
          .orElseGet(() -> new String(bytes, old));
    }
  }

  private static String decoded(ByteBuffer text) throws CharacterCodingException {
    return UTF_8.newDecoder().decode(text).toString();
  }

  private static Instant time(int date, int time) {
    try {
      return LocalDateTime.of(
              1980 + (date >> 9),
              (date >> 5) & 15,
              date & 31,
              time >> 11,
              (time >> 5) & 63,
              2 * (time & 31))
          .atZone(ZoneId.systemDefault())
          .toInstant();
    } catch (DateTimeException _) { // many archives have zeros
      return Instant.EPOCH;
    }
  }

  // ---- the headers before the files (sections 4.3.7 and 4.3.9) ---------------------------------

  /// Checks the headers of all items, in the order of their places: each must end with its data
  /// before the next one begins. A few bytes shared by many files would unpack to more than any
  /// disk holds, and are not even read more than once.
  ///
  /// @throws FormatException if one is missing, or disagrees with the directory
  private void checkHeaders() throws IOException {
    List<ZipItem> inOrder = new ArrayList<>(items);
    inOrder.sort(Comparator.comparingLong(ZipItem::headerAt));
    for (int i = 0; i < inOrder.size(); i++) {
      ZipItem item = inOrder.get(i);
      try {
        long at = dataBegin(item, i + 1 < inOrder.size() ? inOrder.get(i + 1) : null);
        Placed _ = placed.put(item.headerAt(), new Placed(item, at));
      } catch (FormatException e) {
        throw e;
      } catch (IOException e) {
        throw file.refused(
            item.headerAt(),
            String.format(Locale.ROOT, "%s %s", item.quotedName(), e.getMessage()));
      }
    }
  }

  /// Checks the header of an item against its entry in the directory.
  private long dataBegin(ZipItem item, @Nullable ZipItem next) throws IOException {
    long at = item.headerAt();
    if (at > begin - HEADER_BYTES) {
      throw disagrees(item, "place");
    }
    ByteBuffer head = little(file.at(at, HEADER_BYTES));
    int nameBytes = u2(head, 26);
    int extra = u2(head, 28);
    long data = at + HEADER_BYTES + nameBytes + extra;
    if (head.getInt() != HEADER || data > begin || item.packedBytes() > begin - data) {
      throw disagrees(item, "place");
    }
    if (next != null && data + item.packedBytes() > next.headerAt()) {
      throw file.refused(
          next.headerAt(),
          String.format(
              Locale.ROOT,
              "%s shares data with %s; the archive is damaged or forged",
              next.quotedName(),
              item.quotedName()));
    }
    int flags = u2(head, 6);
    byte[] rest = file.at(at + HEADER_BYTES, nameBytes + extra);
    byte[] fields = Arrays.copyOfRange(rest, nameBytes, rest.length);
    String own = name(Arrays.copyOf(rest, nameBytes), flags, fields);
    if (!own.equals(item.name())) {
      throw disagrees(item, "name");
    }
    if (u2(head, 8) != item.method().code()) {
      throw disagrees(item, "method");
    }
    if ((flags & DESCRIBED_BEHIND) != 0) {
      checkDescriptor(item, data + item.packedBytes());
    } else {
      ByteBuffer large = largeSizes(fields);
      long content = size(u4(head, 22), large);
      long packed = size(u4(head, 18), large);
      if (content != item.contentBytes()
          || packed != item.packedBytes()
          || u4(head, 14) != item.crc()) {
        throw disagrees(item, "size or checksum");
      }
    }
    return data;
  }

  // It may or may not begin with a mark, and its sizes may be of 4 or 8 bytes.
  private void checkDescriptor(ZipItem item, long at) throws IOException {
    ByteBuffer found = little(file.at(at, (int) Math.min(24, begin - at)));
    boolean fits = false;
    for (int mark : new int[] {4, 0}) {
      boolean marked = mark == 0 || (found.remaining() >= 4 && found.getInt(0) == DESCRIPTOR);
      fits |= marked && (fits4(found, mark, item) || fits8(found, mark, item));
    }
    if (!fits) {
      throw disagrees(item, "size or checksum");
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

  private IOException disagrees(ZipItem item, String what) {
    return file.refused(
        item.headerAt(),
        String.format(
            Locale.ROOT,
            "%s has another %s here than in the archive's directory; the archive is damaged or forged",
            item.quotedName(),
            what));
  }

  // ---- the extra fields: sizes that do not fit 32 bits (section 4.5.3), names and times ---------

  /// The first field of a kind.
  private static Optional<ByteBuffer> field(byte[] extra, int wanted) {
    ByteBuffer buffer = little(extra);
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

  private static ByteBuffer largeSizes(byte[] extra) {
    return field(extra, LARGE).orElseGet(() -> little(new byte[0]));
  }

  /// A size as it is, or where it is full, the next large one.
  private static long size(long small, ByteBuffer large) throws IOException {
    if (small != FULL_INT) {
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

  /// The name in UTF-8 that Info-ZIP's extra field `up` has beside one in another charset (section
  /// 4.6.9): behind a version and the checksum of that one, which programs change that do not know
  /// the field.
  private static Optional<String> unicodeName(ByteBuffer field, byte[] name) {
    CRC32 checksum = new CRC32();
    checksum.update(name);
    if (field.remaining() <= 5 || field.get(0) != 1 || u4(field, 1) != checksum.getValue()) {
      return Optional.empty();
    }
    try {
      return Optional.of(decoded(field.position(5)));
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }

  /// When the content was changed last, if a field that needs no zone says so.
  private static Optional<Instant> modified(byte[] extra) {
    return field(extra, TIMESTAMP)
        .flatMap(ZipDirectory::timestamp)
        .or(() -> field(extra, NTFS).flatMap(ZipDirectory::ntfs));
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
}
