package io.penstock.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.penstock.array.DataType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// NPY files in memory.
final class NpyFiles {
  /// A dictionary of `<f8` numbers of shape (3,).
  static final String THREE = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }";

  private NpyFiles() {}

  /// A file whose header holds exactly `text`, and then `data` bytes.
  static byte[] file(int version, String text, int data) {
    byte[] header = text.getBytes(ISO_8859_1);
    int textAt = version == 1 ? 10 : 12;
    ByteBuffer file =
        ByteBuffer.allocate(textAt + header.length + data).order(ByteOrder.LITTLE_ENDIAN);
    file.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0});
    if (version == 1) {
      file.putShort((short) header.length);
    } else {
      file.putInt(header.length);
    }
    return file.put(header).array();
  }

  /// A header of version 1 and 4096 bytes of data.
  static byte[] file(String text) {
    return file(1, text, 4096);
  }

  static Npy read(byte[] file) throws IOException {
    return Npy.read(
        "a.npy",
        file.length,
        (offset, target) ->
            System.arraycopy(file, Math.toIntExact(offset), target, 0, target.length));
  }

  static Npy read(String text) throws IOException {
    return read(file(text));
  }

  static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /// The numbers 0, 1, 2, ... as a file stores them; booleans are odd or even, and the imaginary
  /// parts of complex numbers are 0.
  static byte[] numbers(DataType type, ByteOrder order, int count) {
    ByteBuffer data = ByteBuffer.allocate(count * type.bytes() * type.components()).order(order);
    for (int i = 0; i < count; i++) {
      number(type, i, data);
    }
    return data.array();
  }

  private static void number(DataType type, int i, ByteBuffer data) {
    switch (type) {
      case BOOL -> data.put((byte) (i % 2));
      case INT8, UINT8 -> data.put((byte) i);
      case INT16, UINT16 -> data.putShort((short) i);
      case INT32, UINT32 -> data.putInt(i);
      case INT64, UINT64 -> data.putLong(i);
      case FLOAT16 -> data.putShort(Float.floatToFloat16(i));
      case FLOAT32 -> data.putFloat(i);
      case FLOAT64 -> data.putDouble(i);
      case COMPLEX64 -> data.putFloat(i).putFloat(0);
      case COMPLEX128 -> data.putDouble(i).putDouble(0);
    }
  }
}
