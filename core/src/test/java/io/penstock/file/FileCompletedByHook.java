package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Another JVM that begins a file, and completes it in a shutdown hook.
final class FileCompletedByHook {
  private static final int PIECES = 1000;

  private FileCompletedByHook() {}

  /// Begins the file that the argument names.
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[0]);
    ArrayFile file = ArrayFile.create(path, ElementType.INT, Shape.of(PIECES));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> complete(file, path)));
    System.out.println("begun");
    int _ = System.in.read();
  }

  // Long enough for every other hook to have done its work meanwhile.
  private static void complete(ArrayFile file, Path path) {
    try {
      Thread hook = otherHook();
      if (hook != null) {
        hook.join();
      }
      for (int i = 0; i < PIECES; i++) {
        file.writeAt(i, new int[1], 0, 1);
      }
      file.close();
      System.out.println("saved");
      Publication.write(
          path.resolveSibling("another"), "by a hook alone".getBytes(StandardCharsets.UTF_8));
      System.out.println("another saved");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static @org.jspecify.annotations.Nullable Thread otherHook() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("penstock-end"))
        .findFirst()
        .orElse(null);
  }
}
