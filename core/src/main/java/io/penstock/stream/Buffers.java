package io.penstock.stream;

import java.util.Locale;

/// Limits and defaults of buffer sizes.
public final class Buffers {
  /// What a stream over another stream has unless told otherwise: 128 KiB. Below it the cost of a
  /// call shows, above it nothing is won.
  public static final int STREAM_BYTES = 128 << 10;

  /// What a file opened by this package has unless told otherwise: 256 KiB. It is the size at which
  /// system calls move most, and leaves room for the array in a CPU core's second-level cache.
  public static final int FILE_BYTES = 256 << 10;

  /// The least that can be asked for: one element of any type.
  public static final int MIN_BYTES = Long.BYTES;

  private Buffers() {}

  static int require(int bufferBytes) {
    if (bufferBytes < MIN_BYTES) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a buffer of %d bytes holds no long or double; give it at least %d",
              bufferBytes,
              MIN_BYTES));
    }
    return bufferBytes;
  }
}
