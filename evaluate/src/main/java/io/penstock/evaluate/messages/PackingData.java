package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import java.nio.ByteOrder;
import java.util.Locale;

/// The array of doubles or integers whose elements are packed, and scattered places in it. It has
/// [#SPREAD] times as many elements as are packed.
final class PackingData {
  static final int SPREAD = 8;
  static final int BLOCK = 16;

  private static final String OPTION = "layout";
  private static final double SCALE = 1e9;

  final Datatype datatype;

  /// How many elements are packed.
  final int count;

  /// To pack from, or to unpack to.
  final double[] doubles;

  /// To pack from.
  final int[] ints;

  /// The places of scattered elements.
  final int[] indexes;

  /// The elements that are packed, and their order in memory, by MPI's name for it. The same stands
  /// in `packing.c`.
  enum Datatype {
    CONTIGUOUS,
    /// Every eighth element.
    STRIDED,
    /// Blocks of 16 elements, one of each 128.
    BLOCKS,
    /// Elements at scattered places.
    GATHER,
    /// The other way: packed elements to scattered places.
    SCATTER,
    /// Contiguous doubles, in the byte order that is not the machine's.
    FOREIGN_DOUBLE,
    /// Contiguous integers, in the machine's byte order.
    NATIVE_INT,
    /// Contiguous integers, in the other one.
    FOREIGN_INT;

    /// Its name in tasks and in ids of experiments.
    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean isOfInts() {
      return this == NATIVE_INT || this == FOREIGN_INT;
    }

    private boolean isForeign() {
      return this == FOREIGN_DOUBLE || this == FOREIGN_INT;
    }
  }

  PackingData(DrillTask task) {
    String name = task.option(OPTION);
    datatype = Datatype.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    int width = datatype.isOfInts() ? Integer.BYTES : Double.BYTES;
    count = Math.toIntExact(task.drill().bytes() / width);
    doubles = new double[datatype.isOfInts() ? 0 : SPREAD * count];
    ints = new int[datatype.isOfInts() ? count : 0];
    indexes = scattered(count);
  }

  /// The drill that packs so many bytes.
  static Drill drill(MessageSizes sizes, Datatype datatype, long bytes) {
    return sizes.drill("pack", bytes).with(OPTION, datatype.word());
  }

  /// Scattered places among `SPREAD * count`, each at most once.
  ///
  /// @param count a power of two
  private static int[] scattered(int count) {
    int bits = Integer.numberOfTrailingZeros(SPREAD * count);
    int mask = (1 << bits) - 1;
    int[] indexes = new int[count];
    for (int k = 0; k < count; k++) {
      int i = (k * 0x9E3779B1) & mask;
      i ^= i >>> (bits / 2);
      indexes[k] = (i * 0x85EBCA6B) & mask;
    }
    return indexes;
  }

  /// The byte order of what is packed.
  ByteOrder order() {
    return datatype.isForeign() ? foreign() : ByteOrder.nativeOrder();
  }

  /// The byte order that is not the machine's.
  static ByteOrder foreign() {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
        ? ByteOrder.LITTLE_ENDIAN
        : ByteOrder.BIG_ENDIAN;
  }

  /// Fills the array with what no other salt fills it with.
  void fill(long salt) {
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = salt * SCALE + i;
    }
    for (int i = 0; i < ints.length; i++) {
      ints[i] = (int) (salt * 0x9E3779B1L) + i;
    }
  }

  /// Values to unpack, of no other salt.
  double[] values(long salt) {
    double[] values = new double[count];
    for (int k = 0; k < count; k++) {
      values[k] = -salt * SCALE - k;
    }
    return values;
  }

  /// The place in the array of packed element `k`.
  private int place(int k) {
    return switch (datatype) {
      case STRIDED -> SPREAD * k;
      case BLOCKS -> k / BLOCK * BLOCK * SPREAD + k % BLOCK;
      case GATHER, SCATTER -> indexes[k];
      case CONTIGUOUS, FOREIGN_DOUBLE, NATIVE_INT, FOREIGN_INT -> k;
    };
  }

  /// The first packed element that is not the array's; an empty text if all are.
  ///
  /// @param packed a `double[]` or an `int[]` of the packed elements
  String difference(Object packed) {
    for (int k = 0; k < count; k++) {
      int place = place(k);
      double wanted = datatype.isOfInts() ? ints[place] : doubles[place];
      double got = packed instanceof int[] some ? some[k] : ((double[]) packed)[k];
      if (wanted != got) {
        return String.format(
            Locale.ROOT, "packed element %d is %s, not %s as element %d", k, got, wanted, place);
      }
    }
    return "";
  }
}
