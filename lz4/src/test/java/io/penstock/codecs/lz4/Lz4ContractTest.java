package io.penstock.codecs.lz4;

import io.penstock.compress.Codec;
import io.penstock.testing.CodecContract;

/// lz4 does what every codec does.
class Lz4ContractTest extends CodecContract {
  @Override
  protected Codec codec() {
    return new Lz4Codec();
  }
}
