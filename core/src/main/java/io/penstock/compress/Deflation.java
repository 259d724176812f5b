package io.penstock.compress;

import java.util.ServiceLoader;

/// The library by which this process deflates.
final class Deflation {
  /// The last block of every stream: one without content.
  static final byte[] LAST_BLOCK = {3, 0};

  private Deflation() {}

  static DeflateLibrary library() {
    return Found.LIBRARY;
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
      return new Zlib();
    }
  }
}
