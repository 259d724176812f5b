package io.penstock.stream;

import io.penstock.testing.AllocatedBytes;
import java.io.IOException;
import java.io.OutputStream;

/// A program that writes floats and doubles to a stream over and over, and does nothing else: it
/// prints how many bytes a call allocates in the end.
final class FloatWriter {
  private static final int ROUNDS = 10;
  private static final int CALLS = 5_000;

  private FloatWriter() {}

  public static void main(String[] arguments) throws IOException {
    ArrayDataOutputStream out = new ArrayDataOutputStream(OutputStream.nullOutputStream());
    float[] floats = new float[1_000];
    double[] doubles = new double[1_000];
    long allocated = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long before = AllocatedBytes.now();
      for (int i = 0; i < CALLS; i++) {
        out.writeArray(floats);
        out.writeArray(doubles);
      }
      allocated = AllocatedBytes.now() - before;
    }
    System.out.println(allocated / CALLS);
  }
}
