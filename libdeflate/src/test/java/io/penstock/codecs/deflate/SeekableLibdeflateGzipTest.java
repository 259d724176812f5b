package io.penstock.codecs.deflate;

import io.penstock.compress.Codec;
import io.penstock.compress.Codecs;
import io.penstock.testing.SeekableContract;

/// Seekable archives of gzip members that libdeflate compresses.
class SeekableLibdeflateGzipTest extends SeekableContract {
  @Override
  protected Codec codec() {
    return Codecs.gzip();
  }
}
