package io.penstock.cli.plot;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Writes pictures as PNG (W3C Recommendation, second edition): eight bits for each of red, green,
/// blue and opacity, without interlacing.
final class Png {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final byte RGBA = 6;
  private static final byte UP = 2;

  private Png() {}

  static byte[] encode(Raster raster) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(SIGNATURE);
    file.writeBytes(
        chunk(
            "IHDR",
            ByteBuffer.allocate(13)
                .putInt(raster.width())
                .putInt(raster.height())
                .put(new byte[] {8, RGBA, 0, 0, 0})
                .array()));
    file.writeBytes(chunk("IDAT", deflated(scanlines(raster))));
    file.writeBytes(chunk("IEND", new byte[0]));
    return file.toByteArray();
  }

  private static byte[] chunk(String type, byte[] content) {
    byte[] name = type.getBytes(US_ASCII);
    CRC32 check = new CRC32();
    check.update(name);
    check.update(content);
    return ByteBuffer.allocate(12 + content.length)
        .putInt(content.length)
        .put(name)
        .put(content)
        .putInt((int) check.getValue())
        .array();
  }

  /// Each line as its difference from the one above.
  private static byte[] scanlines(Raster raster) {
    ByteBuffer lines = ByteBuffer.allocate(raster.height() * (1 + 4 * raster.width()));
    for (int y = 0; y < raster.height(); y++) {
      lines.put(UP);
      for (int x = 0; x < raster.width(); x++) {
        int color = raster.at(x, y);
        int above = y == 0 ? 0 : raster.at(x, y - 1);
        for (int shift : new int[] {16, 8, 0, 24}) {
          lines.put((byte) ((color >> shift) - (above >> shift)));
        }
      }
    }
    return lines.array();
  }

  private static byte[] deflated(byte[] bytes) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      byte[] buffer = new byte[1 << 16];
      while (!deflater.finished()) {
        packed.write(buffer, 0, deflater.deflate(buffer));
      }
      return packed.toByteArray();
    } finally {
      deflater.end();
    }
  }
}
