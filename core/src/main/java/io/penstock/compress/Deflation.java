package io.penstock.compress;

import java.util.ServiceLoader;

/// The library by which this process deflates.
///
/// To look for libraries takes a fresh JVM longer than the JDK's takes to deflate a short content:
/// that is always the JDK's, so that equal content gives equal archives.
final class Deflation {
  /// Longer contents are worth a faster library, however often they come.
  static final int SHORT_BYTES = 16 << 10;

  private Deflation() {}

  static DeflateLibrary library() {
    return Found.LIBRARY;
  }

  /// The library for a content.
  ///
  /// @param first how many bytes its first block has
  static DeflateLibrary library(int first) {
    return first < SHORT_BYTES ? Zlib.LIBRARY : library();
  }

  /// Looked for when something is deflated for the first time: it may load native code.
  private static final class Found {
    private static final DeflateLibrary LIBRARY = library();

    private static DeflateLibrary library() {
      for (DeflateLibrary library :
          ServiceLoader.load(DeflateLibrary.class, DeflateLibrary.class.getClassLoader())) {
        if (library.available()) {
          return library;
        }
      }
      return Zlib.LIBRARY;
    }
  }
}
