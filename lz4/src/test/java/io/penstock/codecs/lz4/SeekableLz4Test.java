package io.penstock.codecs.lz4;

import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.testing.SeekableContract;

/// Seekable archives of lz4 frames.
class SeekableLz4Test extends SeekableContract {
  @Override
  protected Codec codec() {
    return Codecs.named("lz4");
  }
}
