package io.penstock.codecs.zstd;

import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.testing.SeekableContract;

/// Seekable archives of zstd frames.
class SeekableZstdTest extends SeekableContract {
  @Override
  protected Codec codec() {
    return Codecs.named("zstd");
  }
}
