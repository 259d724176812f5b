package io.penstock.array;

/// The order of the indices of a multidimensional array in a file.
public enum StorageOrder {
  /// The last index runs fastest, as in C and Java.
  ROW_MAJOR,
  /// The first index runs fastest, as in Fortran.
  COLUMN_MAJOR
}
