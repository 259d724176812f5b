package io.penstock.evaluate.text;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Prints how many newlines a file has, as one would write that in Java.
final class NewlineCount {
  private static final int BUFFER = 64 << 10;

  private NewlineCount() {}

  static void main(String[] arguments) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long count = 0;
    try (InputStream in = new FileInputStream(arguments[0])) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        for (int i = 0; i < n; i++) {
          if (buffer[i] == '\n') {
            count++;
          }
        }
      }
    }
    System.out.println(count);
  }
}
