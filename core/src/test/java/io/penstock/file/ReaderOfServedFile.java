package io.penstock.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.array.ElementType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteOrder;
import java.nio.file.Path;

/// A program that reads a file again and again, and collects its garbage when it is told to.
final class ReaderOfServedFile {
  private static final int PIECE = 256 << 10;
  private static final int SOME = 200;

  private ReaderOfServedFile() {}

  /// Arguments: file, and engine or way.
  public static void main(String[] arguments) throws IOException {
    Access access = Access.read().withEngine(Engines.named(arguments[1]));
    ArrayFile file =
        ArrayFile.open(Path.of(arguments[0]), ElementType.BYTE, ByteOrder.nativeOrder(), access);
    Thread.ofPlatform().daemon().start(() -> read(file));
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    while (in.readLine() != null) {
      System.gc();
      System.out.println("collected");
    }
  }

  private static void read(ArrayFile file) {
    byte[] piece = new byte[PIECE];
    for (int number = 0; ; number++) {
      try {
        file.readAt((long) number * PIECE % file.shape().size(), piece, 0, PIECE);
      } catch (IOException e) {
        System.out.println(e);
        return;
      }
      if (number == SOME) {
        System.out.println("reading");
      }
    }
  }
}
