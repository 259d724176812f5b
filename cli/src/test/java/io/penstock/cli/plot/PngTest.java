package io.penstock.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Python;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PngTest {
  /// Unpacks a PNG as far as these have to be understood, checks the sums, and prints the dots.
  private static final String READER =
      """
      import struct, sys, zlib
      data = bytes.fromhex(sys.stdin.readline())
      assert data[:8] == b"\\x89PNG\\r\\n\\x1a\\n"
      at, packed = 8, b""
      while at < len(data):
          length, kind = struct.unpack(">I4s", data[at:at + 8])
          content = data[at + 8:at + 8 + length]
          assert zlib.crc32(kind + content) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
          if kind == b"IHDR":
              width, height, *rest = struct.unpack(">IIBBBBB", content)
              assert rest == [8, 6, 0, 0, 0]
          packed += content if kind == b"IDAT" else b""
          at += 12 + length
      assert kind == b"IEND"
      lines, above = zlib.decompress(packed), bytes(4 * width)
      for y in range(height):
          line = lines[y * (4 * width + 1):(y + 1) * (4 * width + 1)]
          assert line[0] == 2
          above = bytes((a + b) % 256 for a, b in zip(line[1:], above))
          print(above.hex())
      """;

  @Test
  void aReaderFindsEveryDot() {
    Random random = new Random(5);
    Raster raster = new Raster(37, 23);
    for (int i = 0; i < 400; i++) {
      raster.set(random.nextInt(37), random.nextInt(23), random.nextInt(0x1000000));
    }
    List<String> lines =
        Python.withNumpy().run(READER, List.of(HexFormat.of().formatHex(Png.encode(raster))));
    assertThat(lines).hasSize(23);
    for (int y = 0; y < 23; y++) {
      StringBuilder line = new StringBuilder();
      for (int x = 0; x < 37; x++) {
        line.append("%08x".formatted(Integer.rotateLeft(raster.at(x, y), 8)));
      }
      assertThat(lines.get(y)).isEqualTo(line.toString());
    }
  }

  @Test
  void whatLiesOutsideThePictureIsLeftOut() {
    Raster raster = new Raster(10, 10);
    raster.fill(-5, -5, 7, 7, 0xff0000);
    raster.text(8, 8, "W", 2, 0x00ff00);
    assertThat(raster.at(1, 1)).isEqualTo(0xffff0000);
    assertThat(raster.at(2, 2)).isZero();
    assertThat(raster.at(8, 8)).isEqualTo(0xff00ff00);
  }
}
