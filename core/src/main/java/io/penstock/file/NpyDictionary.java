package io.penstock.file;

import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.util.Arrays;
import java.util.Optional;

/// The dictionary in the header of an NPY file while it is read: `descr`, `fortran_order` and
/// `shape`, each once, in any order.
final class NpyDictionary {
  private final PythonLiteral in;
  private final int version;
  private final long dataOffset;
  private Optional<NpyDescr> descr = Optional.empty();
  private Optional<StorageOrder> storage = Optional.empty();
  private Optional<Shape> shape = Optional.empty();

  /// @param file its path, for messages
  /// @param text all that lies between the length and the data
  NpyDictionary(String file, int version, byte[] text) {
    this.in = new PythonLiteral(file, text, NpyHeader.textAt(version));
    this.version = version;
    this.dataOffset = NpyHeader.textAt(version) + (long) text.length;
  }

  Npy read() throws FormatException {
    long start = in.next();
    in.require('{', "before the dictionary");
    while (!in.takes('}')) {
      entry();
      if (!in.takes(',')) {
        in.require('}', "after the dictionary");
        break;
      }
    }
    in.requireEnd();
    return format(start);
  }

  private void entry() throws FormatException {
    long start = in.next();
    String key = in.string("a key");
    boolean twice =
        switch (key) {
          case "descr" -> descr.isPresent();
          case "fortran_order" -> storage.isPresent();
          case "shape" -> shape.isPresent();
          default -> throw in.refused(start, "key " + PythonLiteral.excerpt(key) + " is unknown");
        };
    if (twice) {
      throw in.refused(start, "key '" + key + "' is there twice");
    }
    in.require(':', "after key '" + key + "'");
    switch (key) {
      case "descr" -> descr = Optional.of(descr());
      case "fortran_order" -> storage = Optional.of(storage());
      default -> shape = Optional.of(shape());
    }
  }

  private NpyDescr descr() throws FormatException {
    long start = in.next();
    if (in.sees('[') || in.sees('(')) {
      throw in.refused(
          start, "a structured dtype: save each field by itself, such as array['x'], as numbers");
    }
    String text = in.string("a dtype");
    return NpyDescr.named(text).orElseThrow(() -> in.refused(start, NpyDescr.refusal(text)));
  }

  private StorageOrder storage() throws FormatException {
    return in.truth("fortran_order") ? StorageOrder.COLUMN_MAJOR : StorageOrder.ROW_MAJOR;
  }

  private Shape shape() throws FormatException {
    long start = in.next();
    long[] extents = extents(start);
    try {
      return Shape.of(extents);
    } catch (IllegalArgumentException e) {
      throw because(start, e);
    }
  }

  private long[] extents(long start) throws FormatException {
    long[] extents = new long[NpyHeader.MOST_AXES];
    int rank = 0;
    in.require('(', "before the shape's extents");
    while (!in.takes(')')) {
      if (rank == extents.length) {
        throw in.refused(start, "the rank is above " + NpyHeader.MOST_AXES);
      }
      if (in.sees('-')) {
        throw in.refused(in.next(), "the shape has a negative extent");
      }
      extents[rank++] = in.whole("an extent", version < 3);
      if (!in.takes(',')) {
        in.require(')', "after the shape's extents");
        if (rank == 1) {
          throw in.refused(start, "the shape is a number, not a tuple: expected (N,)");
        }
        break;
      }
    }
    return Arrays.copyOf(extents, rank);
  }

  private Npy format(long start) throws FormatException {
    NpyDescr type = descr.orElseThrow(() -> in.refused(start, "key 'descr' is missing"));
    StorageOrder sequence =
        storage.orElseThrow(() -> in.refused(start, "key 'fortran_order' is missing"));
    Shape extents = shape.orElseThrow(() -> in.refused(start, "key 'shape' is missing"));
    try {
      return new Npy(type.type(), type.order(), extents, sequence, version, dataOffset);
    } catch (IllegalArgumentException e) {
      throw because(start, e);
    }
  }

  private FormatException because(long offset, IllegalArgumentException cause) {
    FormatException refused = in.refused(offset, String.valueOf(cause.getMessage()));
    refused.initCause(cause);
    return refused;
  }
}
