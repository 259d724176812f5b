package io.penstock.compress;

import io.penstock.testing.DeflateLibraryContract;

/// The JDK's zlib does what every library that deflates does.
class ZlibTest extends DeflateLibraryContract {
  @Override
  protected DeflateLibrary library() {
    return new Zlib();
  }
}
