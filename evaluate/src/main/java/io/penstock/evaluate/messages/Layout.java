package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.DrillTask;
import java.util.Locale;

/// Which elements of an array are packed, and how. The array has [#SPREAD] times as many elements
/// as are packed. The same stands in `packing.c`.
enum Layout {
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

  static final int SPREAD = 8;
  static final int BLOCK = 16;
  static final String OPTION = "layout";

  static Layout of(DrillTask task) {
    String name = task.drill().option(OPTION);
    return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /// As tasks call it.
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean isOfInts() {
    return this == NATIVE_INT || this == FOREIGN_INT;
  }

  boolean isForeign() {
    return this == FOREIGN_DOUBLE || this == FOREIGN_INT;
  }

  /// The place in the array of packed element `k`.
  int place(int k, int[] indexes) {
    return switch (this) {
      case STRIDED -> SPREAD * k;
      case BLOCKS -> k / BLOCK * BLOCK * SPREAD + k % BLOCK;
      case GATHER, SCATTER -> indexes[k];
      case CONTIGUOUS, FOREIGN_DOUBLE, NATIVE_INT, FOREIGN_INT -> k;
    };
  }

  /// Scattered places among `SPREAD * count`, each at most once.
  ///
  /// @param count a power of two
  static int[] scattered(int count) {
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
}
