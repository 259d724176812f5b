package io.penstock.text;

import io.penstock.text.utf8.Utf8Codec;
import java.util.Locale;

/// Options of a [TextWriter].
///
/// @param bufferBytes how much is written at a time, [#LEAST_BUFFER] to [#MOST_BUFFER]
/// @param codec what becomes of lone surrogates
public record WriterOptions(int bufferBytes, Utf8Codec codec) {
  /// Room for the longest number.
  public static final int LEAST_BUFFER = 512;

  /// A GiB.
  public static final int MOST_BUFFER = 1 << 30;

  private static final WriterOptions USUAL = new WriterOptions(64 << 10, Utf8Codec.reporting());

  /// @throws IllegalArgumentException if there can be no such buffer
  public WriterOptions {
    if (bufferBytes < LEAST_BUFFER || bufferBytes > MOST_BUFFER) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a buffer of %d bytes; there may be %d to %d",
              bufferBytes,
              LEAST_BUFFER,
              MOST_BUFFER));
    }
  }

  /// 64 KiB, and lone surrogates are reported.
  public static WriterOptions usual() {
    return USUAL;
  }

  /// The same with another buffer.
  ///
  /// @throws IllegalArgumentException if there can be no such buffer
  public WriterOptions withBuffer(int bytes) {
    return new WriterOptions(bytes, codec);
  }

  /// The same with another way with lone surrogates.
  public WriterOptions withCodec(Utf8Codec other) {
    return new WriterOptions(bufferBytes, other);
  }
}
