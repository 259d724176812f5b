package io.penstock.compress;

/// A library that compresses to the deflate format (RFC 1951), of which gzip's members are made.
///
/// An open set: implementations are found by [java.util.ServiceLoader] and may come from other
/// modules. The first that is available takes the place of the JDK's. An implementation holds no
/// state and is safe for any thread.
public interface DeflateLibrary {
  /// Whether it works on this machine.
  boolean available();

  /// Makes a compressor of blocks that each end at a whole byte, none of them as the last one: all
  /// blocks of a content, one behind the other, and an empty last one are a stream of deflated
  /// data.
  ///
  /// A block may repeat what stands in the 32 KiB before it.
  ///
  /// @param level 0 stores, 1 is the fastest, 9 the smallest
  BlockEncoder encoder(int level);
}
