package io.penstock.object;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// A codec that turns objects into bytes and back.
///
/// An open set. An implementation is safe for any thread, reads only classes that it was told to
/// allow, and bounds what hostile bytes can make it do.
public interface ObjectCodec {
  /// Writes one object, and leaves the stream open.
  ///
  /// @throws IOException if the stream fails or the object, or what it refers to, cannot be
  ///   written; the message names the class
  void encode(Object value, OutputStream out) throws IOException;

  /// Reads what one [#encode] wrote, and not a byte beyond it.
  ///
  /// @throws IOException if the stream fails, ends too early, does not hold an object of this
  ///   codec, or holds one that is not allowed; the message says which
  Object decode(InputStream in) throws IOException;
}
