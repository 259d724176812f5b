package io.penstock.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.file.ArrayFile;
import io.penstock.file.FormatException;
import io.penstock.file.Npy;
import io.penstock.testing.fuzz.FuzzTarget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Files of NumPy's.
final class ArrayTargets {
  private ArrayTargets() {}

  private static List<byte[]> files() {
    List<byte[]> files = new ArrayList<>();
    for (DataType type : DataType.values()) {
      for (Shape shape : List.of(Shape.of(), Shape.of(3), Shape.of(2, 0, 4), Shape.of(2, 3))) {
        StorageOrder storage =
            files.size() % 2 == 0 ? StorageOrder.ROW_MAJOR : StorageOrder.COLUMN_MAJOR;
        ByteOrder order = files.size() % 3 == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        Npy format = Npy.of(type, order, shape, storage);
        files.add(joined(format.header(), new byte[Math.toIntExact(format.dataBytes())]));
      }
    }
    files.add(
        version(2, "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }\n", new byte[16]));
    files.add(
        version(3, "{\"shape\":(1,2),\"descr\":\"|u1\",\"fortran_order\":True}", new byte[2]));
    return files;
  }

  /// As other programs may write it.
  private static byte[] version(int version, String dictionary, byte[] data) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0});
    int length = dictionary.length();
    file.writeBytes(
        version == 1
            ? new byte[] {(byte) length, (byte) (length >> 8)}
            : new byte[] {(byte) length, (byte) (length >> 8), 0, 0});
    file.writeBytes(dictionary.getBytes(US_ASCII));
    file.writeBytes(data);
    return file.toByteArray();
  }

  private static byte[] joined(byte[] header, byte[] data) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(header);
    file.writeBytes(data);
    return file.toByteArray();
  }

  private static List<byte[]> dictionary() {
    return Stream.of(
            "'descr'",
            "'fortran_order'",
            "'shape'",
            "True",
            "False",
            "None",
            "(",
            ")",
            "()",
            ",",
            "{",
            "}",
            ": ",
            "'<f8'",
            "'>i4'",
            "'|b1'",
            "'<c16'",
            "'=u2'",
            "'|O'",
            "\\x",
            "\\u0041",
            "\\N{DEGREE SIGN}",
            "\\777",
            "b'",
            "r'",
            "'''",
            "0x",
            "1_0",
            "10L",
            "1e3",
            "-1",
            "#",
            "\n",
            "1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ")
        .map(word -> word.getBytes(US_ASCII))
        .toList();
  }

  /// Its header alone.
  static final class Header extends FuzzTarget {
    Header() {
      super("npy-header", FormatException.class, 64 << 10, 100);
    }

    @Override
    public List<byte[]> seeds() {
      return files();
    }

    @Override
    public List<byte[]> words() {
      return dictionary();
    }

    @Override
    public void decode(byte[] input) throws IOException {
      Npy format =
          Npy.read(
              "input.npy",
              input.length,
              (offset, target) ->
                  System.arraycopy(input, Math.toIntExact(offset), target, 0, target.length));
      assertThat(format.dataOffset() + format.dataBytes()).isLessThanOrEqualTo(input.length);
      assertThat(format.elementShape().size() * format.type().bytes())
          .isEqualTo(format.dataBytes());
    }
  }

  /// A whole file.
  static final class Whole extends FileTarget {
    Whole() throws IOException {
      super("npy-file", FormatException.class, 256 << 10, 100, "input.npy");
    }

    @Override
    public List<byte[]> seeds() {
      return files();
    }

    @Override
    public List<byte[]> words() {
      return dictionary();
    }

    @Override
    void decode(Path file, int length) throws IOException {
      try (ArrayFile array = ArrayFile.open(file)) {
        ElementType type = array.type();
        Object all =
            Array.newInstance(
                type.arrayClass().componentType(), Math.toIntExact(array.shape().size()));
        array.read(Elements.of(all));
      }
    }
  }
}
