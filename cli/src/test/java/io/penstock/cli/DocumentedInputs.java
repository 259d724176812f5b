package io.penstock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The files that programs in the documentation read.
final class DocumentedInputs {
  private static final int SEED = 1;

  private DocumentedInputs() {}

  static void write(Path folder) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      lines.append(
          String.format(
              Locale.ROOT,
              "host-%d - - [28/Nov/2026:00:00:00 +0000] \"GET /%d HTTP/1.1\" 200 %d\n",
              i % 7,
              i,
              i));
    }
    Files.writeString(folder.resolve("access.log"), lines);
    Files.writeString(folder.resolve("app.log"), lines);
    Files.writeString(folder.resolve("log"), lines);
    Files.writeString(folder.resolve("book.txt"), "The quick brown fox\njumps over the lazy dog\n");
    byte[] image = new byte[1 << 20];
    new Random(SEED).nextBytes(image);
    Files.write(folder.resolve("image.iso"), image);
    Files.createDirectory(folder.resolve("backup"));
    Files.write(Files.createDirectory(folder.resolve("photos")).resolve("one.jpg"), image);
    Files.writeString(
        Files.createDirectory(folder.resolve("src")).resolve("A.java"), "class A {}\n");
    ByteBuffer doubles = ByteBuffer.allocate(8 * 1000).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 1000; i++) {
      doubles.putDouble(i / 8.0);
    }
    Files.write(folder.resolve("doubles.bin"), doubles.array());
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(folder.resolve("src.zip")))) {
      zip.putNextEntry(new ZipEntry("src/A.java"));
      zip.write("class A {}\n".getBytes(UTF_8));
    }
    try (GZIPOutputStream packed =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("access.log.gz")))) {
      packed.write(lines.toString().getBytes(UTF_8));
    }
  }
}
