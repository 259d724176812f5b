package io.penstock.codecs.zstd;

import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.testing.PackedFileContract;

/// Files of zstd are made and read by one call.
class ZstdFileTest extends PackedFileContract {
  @Override
  protected Codec codec() {
    return Codecs.named("zstd");
  }

  @Override
  protected String command() {
    return "zstd";
  }
}
