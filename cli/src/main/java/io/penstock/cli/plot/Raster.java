package io.penstock.cli.plot;

import java.util.Arrays;

/// A picture of dots, from the upper left.
final class Raster {
  private static final int OPAQUE = 0xff000000;

  private final int width;
  private final int height;
  private final int[] colors;

  /// A transparent one.
  Raster(int width, int height) {
    this.width = width;
    this.height = height;
    this.colors = new int[width * height];
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /// A dot as 0xAARRGGBB.
  int at(int x, int y) {
    return colors[y * width + x];
  }

  void set(int x, int y, int rgb) {
    colors[y * width + x] = OPAQUE | rgb;
  }

  /// Fills a rectangle, as far as it lies in the picture.
  void fill(int x, int y, int wide, int high, int rgb) {
    int left = Math.clamp(x, 0, width);
    int right = Math.clamp(x + (long) wide, left, width);
    for (int row = Math.max(0, y); row < Math.min(height, y + high); row++) {
      Arrays.fill(colors, row * width + left, row * width + right, OPAQUE | rgb);
    }
  }

  /// Fills a column from `top` to `bottom`, which may lie within dots: these are covered in part.
  void stroke(int x, double top, double bottom, int rgb) {
    for (int y = Math.max(0, (int) top); y < Math.min(height, bottom); y++) {
      double covered = Math.min(y + 1, bottom) - Math.max(y, top);
      set(x, y, mixed(at(x, y), rgb, covered));
    }
  }

  private static int mixed(int below, int above, double share) {
    int mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int from = below >> shift & 0xff;
      int to = above >> shift & 0xff;
      mixed |= (int) Math.round(from + (to - from) * share) << shift;
    }
    return mixed;
  }

  /// Writes from the left; `x` and `y` are the upper left corner.
  void text(int x, int y, String text, int size, int rgb) {
    for (int i = 0; i < text.length(); i++) {
      for (int row = 0; row < Glyphs.HEIGHT; row++) {
        for (int column = 0; column < Glyphs.WIDTH - 1; column++) {
          if (Glyphs.isSet(text.charAt(i), column, row)) {
            fill(x + (i * Glyphs.WIDTH + column) * size, y + row * size, size, size, rgb);
          }
        }
      }
    }
  }

  /// Writes upwards; `x` and `y` are the lower left corner.
  void textUpwards(int x, int y, String text, int size, int rgb) {
    for (int i = 0; i < text.length(); i++) {
      for (int row = 0; row < Glyphs.HEIGHT; row++) {
        for (int column = 0; column < Glyphs.WIDTH - 1; column++) {
          if (Glyphs.isSet(text.charAt(i), column, row)) {
            fill(x + row * size, y - (i * Glyphs.WIDTH + column + 1) * size, size, size, rgb);
          }
        }
      }
    }
  }

  static int textWidth(String text, int size) {
    return text.length() * Glyphs.WIDTH * size;
  }
}
