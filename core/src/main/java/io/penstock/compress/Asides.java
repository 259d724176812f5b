package io.penstock.compress;

import java.io.IOException;

/// How a format holds bytes that every decompressor passes over.
public interface Asides {
  /// Wraps bytes so that they can stand between or behind frames.
  byte[] wrap(byte[] bytes);

  /// The length of `count` bytes when they are wrapped.
  long wrappedLength(long count);

  /// How many bytes of the wrapping follow the wrapped bytes.
  int trailerBytes();

  /// The wrapped bytes.
  ///
  /// @param wrapped exactly what [#wrap] gave
  /// @throws IOException if it is anything else; the message says why
  byte[] unwrap(byte[] wrapped) throws IOException;
}
