package io.penstock.array;

/// Which index runs fastest where a multidimensional array lies in a file.
public enum StorageOrder {
  /// The last index runs fastest, as in C and Java.
  ROW_MAJOR,
  /// The first index runs fastest, as in Fortran.
  COLUMN_MAJOR
}
