package io.penstock.codecs.lz4;

import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.testing.PackedFileContract;

/// Files of LZ4 are made and read by one call.
class Lz4FileTest extends PackedFileContract {
  @Override
  protected Codec codec() {
    return Codecs.named("lz4");
  }

  @Override
  protected String command() {
    return "lz4";
  }
}
