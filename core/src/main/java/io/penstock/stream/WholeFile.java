package io.penstock.stream;

import io.penstock.file.FileErrors;
import io.penstock.file.SequentialInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/// Reads files whole, up to a bound: what a file is like must not decide how much memory is taken.
///
/// Files are read to where they end, whatever their size was before: pipes, files of `/proc`, which
/// say that they have no bytes, and files that grow or are cut short meanwhile. No native code is
/// called, so that a short job does not pay for it.
public final class WholeFile {
  /// The most that can be allowed.
  public static final int MOST_BYTES = Integer.MAX_VALUE - 16;

  private static final int LEAST_ROOM = 8 << 10;

  private WholeFile() {}

  /// All bytes of a file.
  ///
  /// @param mostBytes the bound, at most [#MOST_BYTES]
  /// @throws IllegalArgumentException if the bound is negative, or too high
  /// @throws FileSystemException if the file has more bytes, is a folder, or is not there
  /// @throws IOException if it cannot be read
  public static byte[] read(Path file, int mostBytes) throws IOException {
    if (mostBytes < 0 || mostBytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "at most %d bytes; the bound may be 0 to %d", mostBytes, MOST_BYTES));
    }
    long size = FileErrors.readable(file).size();
    if (size > mostBytes) {
      throw tooLong(file, mostBytes);
    }
    try (InputStream input = SequentialInput.open(file)) {
      return read(input, file, (int) size, mostBytes);
    }
  }

  private static byte[] read(InputStream input, Path file, int expected, int most)
      throws IOException {
    byte[] bytes = new byte[Math.min(most, Math.max(expected, LEAST_ROOM)) + 1];
    int filled = 0;
    for (int n = 0; n >= 0; n = input.read(bytes, filled, bytes.length - filled)) {
      filled += n;
      if (filled > most) {
        throw tooLong(file, most);
      }
      if (filled == bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(2L * filled, most + 1L));
      }
    }
    return Arrays.copyOf(bytes, filled);
  }

  private static FileSystemException tooLong(Path file, int most) {
    return new FileSystemException(
        file.toString(),
        null,
        String.format(
            Locale.ROOT, "has more than %d bytes; allow more, or read it in pieces", most));
  }
}
