package io.penstock.codecs.deflate;

import io.penstock.compress.DeflateLibrary;
import io.penstock.testing.DeflateLibraryContract;

/// libdeflate does what every library that deflates does.
class LibdeflateTest extends DeflateLibraryContract {
  @Override
  protected DeflateLibrary library() {
    return new Libdeflate();
  }
}
