package io.penstock.compress;

import io.penstock.testing.CodecContract;

/// The contract holds for the simplest codec that there can be: it asks nothing of compression.
class StoredContractTest extends CodecContract {
  @Override
  protected Codec codec() {
    return new StoredCodec();
  }

  @Override
  protected boolean checks() {
    return false;
  }
}
