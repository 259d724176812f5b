package io.penstock.file;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.penstock.array.DataType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;

/// The header of an NPY file: its layout, and how NumPy writes it.
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

  private NpyHeader() {}

  static byte[] magic() {
    return MAGIC.clone();
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
}
