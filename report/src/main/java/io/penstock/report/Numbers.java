package io.penstock.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;

/// Numbers as a reader wants them, the same in every locale.
final class Numbers {
  private static final double LETTERLESS = 999.5e18;
  private static final MathContext THREE_DIGITS = new MathContext(3);
  private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  private static final String[] BINARY_SHORT = {"", "K", "M", "G", "T", "P", "E"};

  private Numbers() {}

  /// Three significant digits (`0.0123`, `1.23`, `123`), whole numbers from a thousand up
  /// (`1,234`), powers for the very small (`1.23e-5`), letters for the large (`1.23M`) and powers
  /// again where letters end.
  static String figure(double value) {
    if (value == 0) {
      return "0";
    }
    if (value < 0) {
      return "-" + figure(-value);
    }
    if (value < 1e-4 || value >= LETTERLESS) {
      return power(value);
    }
    if (value < 999.5) {
      return plain(value);
    }
    if (value < 999_999.5) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return large(value);
  }

  private static String power(double value) {
    return Double.isInfinite(value)
        ? "∞"
        : String.format(Locale.ROOT, "%.2e", value).replaceFirst("e\\+?(-?)0?", "e$1");
  }

  private static String plain(double value) {
    BigDecimal rounded = new BigDecimal(value).round(THREE_DIGITS);
    int exponent = rounded.precision() - rounded.scale() - 1;
    return rounded.setScale(Math.max(0, 2 - exponent)).toPlainString();
  }

  private static String large(double value) {
    double scaled = value;
    String letters = "MGTPE";
    scaled /= 1e6;
    int letter = 0;
    while (scaled >= 999.5 && letter < letters.length() - 1) {
      scaled /= 1e3;
      letter++;
    }
    return figure(scaled) + letters.charAt(letter);
  }

  /// A tick of a scale: no more digits than it needs (`0.5`, `10`, `200`, `1,000`).
  static String tick(double value) {
    if (value != 0 && Math.abs(value) < 1e-4) {
      return String.format(Locale.ROOT, "%.1e", value).replace(".0e", "e").replace("e-0", "e-");
    }
    if (Math.abs(value) >= 1e6) {
      return trimmed(figure(value));
    }
    String text = String.format(Locale.ROOT, "%,.6f", value);
    return text.replaceFirst("\\.?0+$", "");
  }

  private static String trimmed(String figure) {
    return figure
        .replaceFirst("\\.0+(?=[A-Ze])", "")
        .replaceFirst("(\\.[0-9]*?)0+(?=[A-Ze])", "$1");
  }

  /// A size in bytes: `512 B`, `64 KiB`, `1.5 MiB`.
  static String bytes(long bytes) {
    int power = binaryPower(bytes);
    return sized(bytes, power) + " " + BINARY[power];
  }

  /// The same for a narrow column: `512`, `64K`, `1.5M`.
  static String shortBytes(long bytes) {
    int power = binaryPower(bytes);
    return sized(bytes, power) + BINARY_SHORT[power];
  }

  private static int binaryPower(long bytes) {
    int bits = 63 - Long.numberOfLeadingZeros(Math.max(1, bytes));
    return bits / 10;
  }

  private static String sized(long bytes, int power) {
    long unit = 1L << (10 * power);
    return bytes % unit == 0 ? Long.toString(bytes / unit) : plain((double) bytes / unit);
  }

  /// A speed relative to another: `0.98×`, `12.3×`, and two significant digits below a hundredth.
  static String ratio(double ratio) {
    if (ratio >= 9.995) {
      return figure(ratio) + "×";
    }
    if (ratio >= 0.00995 || ratio == 0) {
      return String.format(Locale.ROOT, "%.2f×", ratio);
    }
    return ratio < 1e-4
        ? String.format(Locale.ROOT, "%.0e×", ratio).replace("e-0", "e-")
        : new BigDecimal(ratio).round(new MathContext(2)).toPlainString() + "×";
  }

  /// `8 s`, `3 min 05 s`, `1 h 02 min`.
  static String duration(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
    }
    return String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds / 60 % 60);
  }

  /// Figures in words, with the single runs where they are known, for the tips under the pointer.
  static String words(Figures figures, String unit) {
    return Numbers.figure(figures.median())
        + " "
        + unit
        + " (min "
        + Numbers.figure(figures.min())
        + ", max "
        + Numbers.figure(figures.max())
        + ", "
        + figures.runs()
        + (figures.runs() == 1 ? " run" : " runs")
        + (figures.values().isEmpty() ? "" : ": " + each(figures))
        + ")";
  }

  private static String each(Figures figures) {
    return figures.values().stream().map(Numbers::figure).collect(Collectors.joining(", "));
  }
}
