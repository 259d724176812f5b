package io.penstock.compress;

import io.penstock.testing.CodecContract;

/// The JDK's gzip does what every codec does.
class GzipContractTest extends CodecContract {
  @Override
  protected Codec codec() {
    return Codecs.gzip();
  }
}
