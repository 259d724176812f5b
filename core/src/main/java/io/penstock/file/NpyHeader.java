package io.penstock.file;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.penstock.array.DataType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The header of an NPY file: its layout, the form that NumPy gives it, and the reading of one.
///
/// ```
/// byte  0        6      7      8                   8 + n
///       \x93NUMPY major  minor  length of the rest  dictionary, spaces, newline
///       n = 2 in version 1, 4 in versions 2 and 3; little-endian
/// ```
///
/// Source: `numpy/lib/_format_impl.py`, NumPy 2.4.
final class NpyHeader {
  /// The longest dictionary that is read; a header of numbers needs less than 1 KiB.
  static final int MAX_LENGTH = 1 << 20;

  /// NPY_MAXDIMS of NumPy 2.
  static final int MOST_AXES = 64;

  /// The bytes before the length.
  static final int LENGTH_AT = 8;

  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int ALIGNMENT = 64;

  /// Room that NumPy leaves for the slowest axis to grow without moving the data.
  private static final int GROWTH_DIGITS = 21;

  private static final String COPY_AGAIN = "the file was cut short: write or copy it again";

  private final String name;
  private final long size;
  private final Npy.Source source;
  private @Nullable NpyDescr descr; // null, as the next two, until its key is read
  private @Nullable StorageOrder storage;
  private @Nullable Shape shape;

  private NpyHeader(String name, long size, Npy.Source source) {
    this.name = name;
    this.size = size;
    this.source = source;
  }

  /// Where the dictionary begins.
  static int textAt(int version) {
    return LENGTH_AT + (version == 1 ? Short.BYTES : Integer.BYTES);
  }

  static void check(int version, Shape shape, long dataOffset) {
    if (shape.rank() > MOST_AXES) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "rank %d is above %d, NumPy's limit", shape.rank(), MOST_AXES));
    }
    if (version < 1 || version > 3) {
      throw new IllegalArgumentException("NPY version " + version + " is not 1, 2 or 3");
    }
    long most = version == 1 ? 0xffff : MAX_LENGTH;
    if (dataOffset < textAt(version) || dataOffset - textAt(version) > most) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "data of an NPY file of version %d cannot begin at byte %d",
              version,
              dataOffset));
    }
  }

  static String dictionary(DataType type, ByteOrder order, Shape shape, StorageOrder storage) {
    StringBuilder text = new StringBuilder(); // a format takes a fresh JVM 20 ms
    text.append("{'descr': '").append(new NpyDescr(type, order).text());
    text.append("', 'fortran_order': ");
    text.append(storage == StorageOrder.COLUMN_MAJOR ? "True" : "False");
    text.append(", 'shape': (");
    for (int axis = 0; axis < shape.rank(); axis++) {
      text.append(axis == 0 ? "" : ", ").append(shape.extent(axis));
    }
    return text.append(shape.rank() == 1 ? ",), }" : "), }").toString();
  }

  /// The length that NumPy gives to the whole header. Where it would end at a multiple of 64
  /// anyhow, NumPy adds 64 bytes more, and so does this.
  static long length(int version, String dictionary, Shape shape, StorageOrder storage) {
    long needed = (long) textAt(version) + dictionary.length() + growth(shape, storage) + 1;
    return Math.ceilDiv(needed + 1, ALIGNMENT) * ALIGNMENT;
  }

  private static int growth(Shape shape, StorageOrder storage) {
    if (shape.rank() == 0) {
      return 0;
    }
    int slowest = storage == StorageOrder.ROW_MAJOR ? 0 : shape.rank() - 1;
    return GROWTH_DIGITS - Long.toString(shape.extent(slowest)).length();
  }

  static byte[] bytes(Npy format) {
    String dictionary = dictionary(format.type(), format.order(), format.shape(), format.storage());
    int textAt = textAt(format.version());
    byte[] header = new byte[Math.toIntExact(format.dataOffset())];
    if (textAt + dictionary.length() + 1 > header.length) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "%d bytes have no room for the header %s: make a new format with Npy.of",
              header.length,
              dictionary));
    }
    Arrays.fill(header, (byte) ' ');
    ByteBuffer buffer = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    buffer.put(MAGIC).put((byte) format.version()).put((byte) 0);
    if (format.version() == 1) {
      buffer.putShort((short) (header.length - textAt));
    } else {
      buffer.putInt(header.length - textAt);
    }
    buffer.put(dictionary.getBytes(US_ASCII));
    header[header.length - 1] = '\n';
    return header;
  }

  // ---- reading ---------------------------------------------------------------------------------

  /// Reads the header of one file, as [Npy#read] documents it.
  static Npy read(String name, long size, Npy.Source source) throws IOException {
    NpyHeader reader = new NpyHeader(name, size, source);
    reader.magic();
    int version = reader.version();
    int length = reader.length(version);
    byte[] text = reader.bytes(textAt(version), length);
    Npy format = reader.dictionary(version, text);
    reader.body(format);
    return format;
  }

  private void magic() throws IOException {
    byte[] magic = MAGIC;
    if (size == 0) {
      throw refused(0, "an empty file is not a NumPy file");
    }
    byte[] found = bytes(0, (int) Math.min(magic.length, size));
    if (!Arrays.equals(found, Arrays.copyOf(magic, found.length))) {
      throw refused(
          0, "not a NumPy file: it begins with " + PythonLiteral.excerpt(found) + remedy(found));
    }
    if (found.length < magic.length) {
      throw refused(size, COPY_AGAIN);
    }
  }

  private static String remedy(byte[] found) {
    return found.length > 1 && found[0] == 'P' && found[1] == 'K'
        ? "; where this is an .npz archive, unzip it and open the .npy files inside"
        : "; describe a file without header as a raw file";
  }

  private int version() throws IOException {
    byte[] version = bytes(MAGIC.length, 2);
    if (version[0] < 1 || version[0] > 3 || version[1] != 0) {
      throw refused(
          MAGIC.length,
          String.format(
              Locale.ROOT,
              "NPY version %d.%d is unknown: versions 1.0, 2.0 and 3.0 are read",
              version[0] & 0xff,
              version[1] & 0xff));
    }
    return version[0];
  }

  private int length(int version) throws IOException {
    byte[] field = bytes(LENGTH_AT, textAt(version) - LENGTH_AT);
    ByteBuffer buffer = ByteBuffer.wrap(field).order(ByteOrder.LITTLE_ENDIAN);
    long length =
        version == 1
            ? Short.toUnsignedLong(buffer.getShort())
            : Integer.toUnsignedLong(buffer.getInt());
    if (length > MAX_LENGTH) {
      throw refused(
          LENGTH_AT,
          String.format(
              Locale.ROOT,
              "a header of %d bytes is above the limit of %d, and no array of numbers needs it",
              length,
              MAX_LENGTH));
    }
    return (int) length;
  }

  private byte[] bytes(long offset, int length) throws IOException {
    long missing = offset + length - size;
    if (missing > 0) {
      throw refused(
          size,
          String.format(
              Locale.ROOT,
              "the header ends at byte %d: %s missing; %s",
              offset + length,
              count(missing),
              COPY_AGAIN));
    }
    byte[] target = new byte[length];
    source.readFully(offset, target);
    return target;
  }

  private void body(Npy format) throws FormatException {
    long missing = format.dataOffset() + format.dataBytes() - size;
    if (missing > 0) {
      throw refused(
          size,
          String.format(
              Locale.ROOT,
              "the array of %s of shape %s ends at byte %d: %s missing; %s",
              format.type().label(),
              format.shape(),
              format.dataOffset() + format.dataBytes(),
              count(missing),
              COPY_AGAIN));
    }
  }

  private static String count(long bytes) {
    return bytes == 1 ? "1 byte is" : bytes + " bytes are";
  }

  private FormatException refused(long offset, String reason) {
    return new FormatException(name, offset, reason);
  }

  // ---- the dictionary --------------------------------------------------------------------------

  /// Reads `descr`, `fortran_order` and `shape`, each once, in any order.
  ///
  /// @param text all that lies between the length and the data
  private Npy dictionary(int version, byte[] text) throws FormatException {
    int textAt = textAt(version);
    PythonLiteral in = new PythonLiteral(name, text, textAt);
    long start = in.next();
    in.require('{', "before the dictionary");
    while (!in.takes('}')) {
      entry(in, version);
      if (!in.takes(',')) {
        in.require('}', "after the dictionary");
        break;
      }
    }
    in.requireEnd();
    return format(start, version, textAt + (long) text.length);
  }

  private void entry(PythonLiteral in, int version) throws FormatException {
    long start = in.next();
    String key = in.string("a key");
    boolean twice =
        switch (key) {
          case "descr" -> descr != null;
          case "fortran_order" -> storage != null;
          case "shape" -> shape != null;
          default -> throw refused(start, "key " + PythonLiteral.excerpt(key) + " is unknown");
        };
    if (twice) {
      throw refused(start, "key '" + key + "' is there twice");
    }
    in.require(':', "after key '" + key + "'");
    switch (key) {
      case "descr" -> descr = descr(in);
      case "fortran_order" -> storage = storage(in);
      default -> shape = shape(in, version);
    }
  }

  private NpyDescr descr(PythonLiteral in) throws FormatException {
    long start = in.next();
    if (in.sees('[') || in.sees('(')) {
      throw refused(
          start, "a structured dtype: save each field by itself, such as array['x'], as numbers");
    }
    String text = in.string("a dtype");
    return NpyDescr.named(text).orElseThrow(() -> refused(start, NpyDescr.refusal(text)));
  }

  private static StorageOrder storage(PythonLiteral in) throws FormatException {
    return in.truth("fortran_order") ? StorageOrder.COLUMN_MAJOR : StorageOrder.ROW_MAJOR;
  }

  private Shape shape(PythonLiteral in, int version) throws FormatException {
    long start = in.next();
    long[] extents = extents(in, start, version);
    try {
      return Shape.of(extents);
    } catch (IllegalArgumentException e) {
      throw because(start, e);
    }
  }

  private long[] extents(PythonLiteral in, long start, int version) throws FormatException {
    long[] extents = new long[MOST_AXES];
    int rank = 0;
    in.require('(', "before the shape's extents");
    while (!in.takes(')')) {
      if (rank == extents.length) {
        throw refused(start, "the rank is above " + MOST_AXES);
      }
      if (in.sees('-')) {
        throw refused(in.next(), "the shape has a negative extent");
      }
      extents[rank++] = in.whole("an extent", version < 3);
      if (!in.takes(',')) {
        in.require(')', "after the shape's extents");
        if (rank == 1) {
          throw refused(start, "the shape is a number, not a tuple: expected (N,)");
        }
        break;
      }
    }
    return Arrays.copyOf(extents, rank);
  }

  private Npy format(long start, int version, long dataOffset) throws FormatException {
    NpyDescr type = required(descr, "descr", start);
    StorageOrder sequence = required(storage, "fortran_order", start);
    Shape extents = required(shape, "shape", start);
    try {
      return new Npy(type.type(), type.order(), extents, sequence, version, dataOffset);
    } catch (IllegalArgumentException e) {
      throw because(start, e);
    }
  }

  private <T> T required(@Nullable T value, String key, long start) throws FormatException {
    if (value == null) {
      throw refused(start, "key '" + key + "' is missing");
    }
    return value;
  }

  private FormatException because(long offset, IllegalArgumentException cause) {
    FormatException refused = refused(offset, String.valueOf(cause.getMessage()));
    refused.initCause(cause);
    return refused;
  }
}
