package io.penstock.compress;

import static io.penstock.compress.ZipEnd.u2;
import static io.penstock.compress.ZipEnd.u4;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Reads the directory of a zip archive, item by item, to its exact end (*.ZIP File Format
/// Specification* 6.3.10, section 4.3.12).
final class ZipDirectory {
  static final int UTF8_NAMES = 1 << 11;
  static final int HEADER_BYTES = 46;

  private static final int HEADER = 0x02014b50;
  private static final int ENCRYPTED = 1;
  private static final int HIDDEN = 1 << 13;
  private static final int UNIX = 3;

  private final FileBytes file;
  private final ZipEnd end;
  private final byte[] directory;
  private final ByteBuffer bytes;

  private ZipDirectory(FileBytes file, ZipEnd end, byte[] directory) {
    this.file = file;
    this.end = end;
    this.directory = directory;
    this.bytes = ZipEnd.little(directory);
  }

  /// @throws io.penstock.file.FormatException if the directory is damaged, or larger than the
  ///   limits allow
  static List<ZipItem> read(FileBytes file, ZipEnd end, Limits limits) throws IOException {
    long length = end.end() - end.at();
    limits.checkMemory(file.name(), end.at(), Math.max(length, end.items()));
    if (length > Integer.MAX_VALUE - 8 || end.items() > length / HEADER_BYTES) {
      throw file.refused(
          end.at(), String.format(Locale.ROOT, "claims %d items in %d bytes", end.items(), length));
    }
    return new ZipDirectory(file, end, file.at(end.at(), (int) length)).items();
  }

  private List<ZipItem> items() throws IOException {
    List<ZipItem> items = new ArrayList<>();
    while (items.size() < end.items()) {
      try {
        items.add(item());
      } catch (IOException e) {
        throw file.refused(
            end.at() + bytes.position(),
            String.format(
                Locale.ROOT,
                "item %d of the directory: %s; the archive is damaged",
                items.size() + 1,
                e.getMessage()));
      }
    }
    if (bytes.hasRemaining()) {
      throw file.refused(
          end.at() + bytes.position(), "the directory holds more items than its end says");
    }
    return items;
  }

  private ZipItem item() throws IOException {
    int at = bytes.position();
    if (bytes.remaining() < HEADER_BYTES || bytes.getInt(at) != HEADER) {
      throw new IOException("is not there");
    }
    int name = u2(bytes, at + 28);
    int extra = u2(bytes, at + 30);
    int length = HEADER_BYTES + name + extra + u2(bytes, at + 32);
    if (length > bytes.remaining()) {
      throw new IOException("is not all there");
    }
    if (u2(bytes, at + 34) != 0) {
      throw new IOException("is in another file");
    }
    int extraAt = at + HEADER_BYTES + name;
    ZipFields sizes = ZipFields.of(Arrays.copyOfRange(directory, extraAt, extraAt + extra));
    long content = sizes.next(u4(bytes, at + 24));
    long packed = sizes.next(u4(bytes, at + 20));
    long headerAt = sizes.next(u4(bytes, at + 42));
    int flags = u2(bytes, at + 8);
    byte[] nameBytes = Arrays.copyOfRange(directory, at + HEADER_BYTES, extraAt);
    bytes.position(at + length);
    return new ZipItem(
        name(nameBytes, flags),
        new ZipMethod(u2(bytes, at + 10), (flags & (ENCRYPTED | HIDDEN)) != 0),
        packed,
        content,
        u4(bytes, at + 16),
        headerAt,
        bytes.get(at + 5) == UNIX ? u2(bytes, at + 40) : 0,
        sizes.modified().orElseGet(() -> time(u2(bytes, at + 14), u2(bytes, at + 12))));
  }

  /// Names that are not said to be UTF-8 often are; else they are of IBM's code page 437.
  static String name(byte[] bytes, int flags) throws IOException {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      if ((flags & UTF8_NAMES) != 0) {
        throw new IOException("has a name that is not UTF-8", e);
      }
      Charset old = Charset.isSupported("IBM437") ? Charset.forName("IBM437") : ISO_8859_1;
      return new String(bytes, old);
    }
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
}
