package io.penstock.compress;

import io.penstock.testing.SeekableContract;

/// Seekable archives of gzip members.
class SeekableGzipTest extends SeekableContract {
  @Override
  protected Codec codec() {
    return Codecs.gzip();
  }
}
