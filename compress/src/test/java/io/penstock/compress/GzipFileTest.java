package io.penstock.compress;

import io.penstock.testing.PackedFileContract;

/// Files of gzip are made and read by one call.
class GzipFileTest extends PackedFileContract {
  @Override
  protected Codec codec() {
    return Codecs.gzip();
  }

  @Override
  protected String command() {
    return "gzip";
  }
}
