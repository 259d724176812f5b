package io.penstock.cli.doctor;

import java.util.Locale;

/// Writes a number of bytes for a reader.
public final class Size {
  private static final String UNITS = "KMGTPE";

  private Size() {}

  public static String text(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    int power = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
    double value = bytes / (double) (1L << (10 * power));
    return String.format(Locale.ROOT, "%.1f %ciB", value, UNITS.charAt(power - 1));
  }
}
