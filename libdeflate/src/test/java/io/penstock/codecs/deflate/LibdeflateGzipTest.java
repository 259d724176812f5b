package io.penstock.codecs.deflate;

import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.testing.CodecContract;

/// gzip that libdeflate compresses does what every codec does.
class LibdeflateGzipTest extends CodecContract {
  @Override
  protected Codec codec() {
    return Codecs.gzip();
  }
}
