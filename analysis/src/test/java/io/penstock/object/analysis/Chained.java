package io.penstock.object.analysis;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A link of a chain.
final class Chained implements Serializable {
  private static final long serialVersionUID = 1;
  private static final int CODE_AND_CLASS = 6;

  @Nullable Chained next;

  /// A chain as the JDK would write it if its stack were deep enough.
  static byte[] stream(int links) throws IOException {
    byte[] one = written(1);
    byte[] two = written(2);
    byte[] link = Arrays.copyOfRange(two, one.length - 1, one.length - 1 + CODE_AND_CLASS);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(one, 0, one.length - 1);
    for (int i = 1; i < links; i++) {
      bytes.writeBytes(link);
    }
    bytes.write(one[one.length - 1]);
    return bytes.toByteArray();
  }

  /// A chain as the JDK writes it.
  static byte[] written(int links) throws IOException {
    Chained chain = new Chained();
    for (int i = 1; i < links; i++) {
      Chained link = new Chained();
      link.next = chain;
      chain = link;
    }
    return TransientVariant.serialized(chain);
  }
}
