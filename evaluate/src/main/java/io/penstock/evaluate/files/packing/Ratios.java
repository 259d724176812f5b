package io.penstock.evaluate.files.packing;

import java.util.Locale;

/// What the contents are, and how many times shorter they become at the usual levels.
final class Ratios {
  static final double LOG_GZIP = 5.5;
  static final double LOG_ZSTD = 5.5;
  static final double LOG_LZ4 = 3.3;
  static final double FIELD_GZIP = 2;
  static final double FIELD_ZSTD = 1.9;

  static final String LOG =
      String.format(
          Locale.ROOT,
          "The content is a web server's log, with lines of about 100 bytes: gzip makes it %.1f times shorter, zstd %.1f times, LZ4 %.1f times.",
          LOG_GZIP,
          LOG_ZSTD,
          LOG_LZ4);

  static final String FIELD =
      String.format(
          Locale.ROOT,
          "The content is a field as instruments measure it, in hundredths, with noise: gzip makes it %.1f times shorter, zstd %.1f times.",
          FIELD_GZIP,
          FIELD_ZSTD);

  private Ratios() {}
}
