package io.penstock.codecs.zstd;

import io.penstock.compress.Codec;
import io.penstock.testing.CodecContract;

/// zstd does what every codec does.
class ZstdContractTest extends CodecContract {
  @Override
  protected Codec codec() {
    return new ZstdCodec();
  }
}
