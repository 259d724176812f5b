package io.penstock.file;

import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Reads the header of one NPY file, as [Npy#read] documents it.
final class NpyReader {
  private static final String COPY_AGAIN = "the file was cut short: write or copy it again";

  private final String name;
  private final long size;
  private final Npy.Source source;
  private Optional<NpyDescr> descr = Optional.empty();
  private Optional<StorageOrder> storage = Optional.empty();
  private Optional<Shape> shape = Optional.empty();

  private NpyReader(String name, long size, Npy.Source source) {
    this.name = name;
    this.size = size;
    this.source = source;
  }

  static Npy read(String name, long size, Npy.Source source) throws IOException {
    NpyReader reader = new NpyReader(name, size, source);
    reader.magic();
    int version = reader.version();
    int length = reader.length(version);
    byte[] text = reader.bytes(NpyHeader.textAt(version), length);
    Npy format = reader.dictionary(version, text);
    reader.body(format);
    return format;
  }

  private void magic() throws IOException {
    byte[] magic = NpyHeader.magic();
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
    byte[] version = bytes(NpyHeader.magic().length, 2);
    if (version[0] < 1 || version[0] > 3 || version[1] != 0) {
      throw refused(
          NpyHeader.magic().length,
          String.format(
              Locale.ROOT,
              "NPY version %d.%d is unknown: versions 1.0, 2.0 and 3.0 are read",
              version[0] & 0xff,
              version[1] & 0xff));
    }
    return version[0];
  }

  private int length(int version) throws IOException {
    byte[] field = bytes(NpyHeader.LENGTH_AT, NpyHeader.textAt(version) - NpyHeader.LENGTH_AT);
    ByteBuffer buffer = ByteBuffer.wrap(field).order(ByteOrder.LITTLE_ENDIAN);
    long length =
        version == 1
            ? Short.toUnsignedLong(buffer.getShort())
            : Integer.toUnsignedLong(buffer.getInt());
    if (length > NpyHeader.MAX_LENGTH) {
      throw refused(
          NpyHeader.LENGTH_AT,
          String.format(
              Locale.ROOT,
              "a header of %d bytes is above the limit of %d, and no array of numbers needs it",
              length,
              NpyHeader.MAX_LENGTH));
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
    int textAt = NpyHeader.textAt(version);
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
          case "descr" -> descr.isPresent();
          case "fortran_order" -> storage.isPresent();
          case "shape" -> shape.isPresent();
          default -> throw refused(start, "key " + PythonLiteral.excerpt(key) + " is unknown");
        };
    if (twice) {
      throw refused(start, "key '" + key + "' is there twice");
    }
    in.require(':', "after key '" + key + "'");
    switch (key) {
      case "descr" -> descr = Optional.of(descr(in));
      case "fortran_order" -> storage = Optional.of(storage(in));
      default -> shape = Optional.of(shape(in, version));
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
    long[] extents = new long[NpyHeader.MOST_AXES];
    int rank = 0;
    in.require('(', "before the shape's extents");
    while (!in.takes(')')) {
      if (rank == extents.length) {
        throw refused(start, "the rank is above " + NpyHeader.MOST_AXES);
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
    NpyDescr type = descr.orElseThrow(() -> refused(start, "key 'descr' is missing"));
    StorageOrder sequence =
        storage.orElseThrow(() -> refused(start, "key 'fortran_order' is missing"));
    Shape extents = shape.orElseThrow(() -> refused(start, "key 'shape' is missing"));
    try {
      return new Npy(type.type(), type.order(), extents, sequence, version, dataOffset);
    } catch (IllegalArgumentException e) {
      throw because(start, e);
    }
  }

  private FormatException because(long offset, IllegalArgumentException cause) {
    FormatException refused = refused(offset, String.valueOf(cause.getMessage()));
    refused.initCause(cause);
    return refused;
  }
}
