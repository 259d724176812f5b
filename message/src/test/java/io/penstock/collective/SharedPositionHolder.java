package io.penstock.collective;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import io.penstock.message.Communicator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A program that reads a file at a shared position, one element for each line that it is told, and
/// says where it is.
final class SharedPositionHolder {
  private SharedPositionHolder() {}

  public static void main(String[] arguments) throws IOException {
    Raw format = Raw.of(ElementType.INT, ByteOrder.nativeOrder(), Shape.of(9));
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Communicator world = Communicator.world();
        SharedArrayFile file =
            SharedArrayFile.open(world, Path.of(arguments[0]), format, OpenMode.READ)) {
      while (orders.readLine() != null) {
        file.readShared(new int[1]);
        System.out.println(file.sharedPosition());
      }
    }
  }
}
