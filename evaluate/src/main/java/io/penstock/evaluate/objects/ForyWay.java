package io.penstock.evaluate.objects;

import java.io.InputStream;
import java.io.OutputStream;
import org.apache.fory.Fory;
import org.apache.fory.io.ForyInputStream;

/// Fory at its fastest: classes by number, fields that never change, and no header.
final class ForyWay implements ObjectWays.Way {
  private final Fory fory =
      Fory.builder()
          .withXlang(false)
          .withCompatible(false)
          .withRefTracking(true)
          .requireClassRegistration(true)
          .withMaxDepth(1000)
          .withMaxGraphMemoryBytes(1L << 30)
          .suppressClassRegistrationWarnings(true)
          .build();

  ForyWay() {
    for (Class<?> type : Samples.CLASSES) {
      fory.register(type);
    }
  }

  @Override
  public void save(Object object, OutputStream out) {
    fory.serialize(out, object);
  }

  @Override
  public Object load(InputStream in) {
    return fory.deserialize(new ForyInputStream(in));
  }
}
