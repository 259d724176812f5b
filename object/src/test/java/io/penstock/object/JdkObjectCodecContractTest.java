package io.penstock.object;

import io.penstock.testing.ObjectCodecContract;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class JdkObjectCodecContractTest {
  @TestFactory
  Stream<DynamicTest> theContractOfCodecsIsKept() {
    return new ObjectCodecContract(JdkObjectCodec.allowing(ObjectCodecContract.Sample.class))
        .tests();
  }
}
