package io.penstock.codecs.fory;

import io.penstock.testing.ObjectCodecContract;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class ForyObjectCodecContractTest {
  private static final ForyObjectCodec CODEC =
      ForyObjectCodec.allowing(ObjectCodecContract.Sample.class);

  @TestFactory
  Stream<DynamicTest> theContractOfCodecsIsKept() {
    return new ObjectCodecContract(CODEC).tests();
  }

  @TestFactory
  Stream<DynamicTest> theContractOfCodecsIsKeptWhereObjectsAreShared() {
    return new ObjectCodecContract(CODEC.sharing()).tests();
  }
}
