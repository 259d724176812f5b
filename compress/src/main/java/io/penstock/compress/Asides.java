package io.penstock.compress;

import java.io.IOException;

/// The format of bytes that every decompressor skips, such as zstd's skippable frames.
public interface Asides {
  /// Wraps bytes so that they can stand between or behind frames.
  byte[] wrap(byte[] bytes);

  /// The length of `count` bytes when they are wrapped.
  long wrappedLength(long count);

  /// The number of bytes of the wrapping behind the wrapped bytes.
  int trailerBytes();

  /// The wrapped bytes.
  ///
  /// @param wrapped exactly what [#wrap] gave
  /// @throws IOException if it is anything else; the message says why
  byte[] unwrap(byte[] wrapped) throws IOException;
}
