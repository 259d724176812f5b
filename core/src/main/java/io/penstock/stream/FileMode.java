package io.penstock.stream;

import io.penstock.file.OpenMode;

/// The access mode of an [ArrayRandomAccessFile].
public enum FileMode {
  /// The file must exist and may be read; `"r"`.
  READ(OpenMode.READ),

  /// The file is created where it is missing, and may be read and written; `"rw"`.
  READ_WRITE(OpenMode.READ_WRITE),

  /// As [#READ_WRITE], and every call that writes returns once the device has the bytes; `"rws"`
  /// and `"rwd"`.
  READ_WRITE_SYNC(OpenMode.READ_WRITE);

  private final OpenMode openMode;

  FileMode(OpenMode openMode) {
    this.openMode = openMode;
  }

  /// The mode that [java.io.RandomAccessFile] knows by this name.
  ///
  /// @throws IllegalArgumentException if it knows none; the message lists those it does
  public static FileMode of(String name) {
    return switch (name) {
      case "r" -> READ;
      case "rw" -> READ_WRITE;
      case "rws", "rwd" -> READ_WRITE_SYNC;
      default ->
          throw new IllegalArgumentException(
              "no mode \"" + name + "\"; there are \"r\", \"rw\", \"rws\" and \"rwd\"");
    };
  }

  OpenMode openMode() {
    return openMode;
  }
}
