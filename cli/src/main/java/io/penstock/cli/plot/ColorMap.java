package io.penstock.cli.plot;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A colour map for numbers from low to high, perceptually uniform.
///
/// The way through colour space is straight in lightness, from dark to light, and in hue, from
/// violet over blue and green to yellow. It is drawn in Oklab (B. Ottosson, "A perceptual color
/// space for image processing", 2020), where distance is what the eye sees. In grey it is a grey
/// ramp.
final class ColorMap {
  /// The number of different colours.
  static final int STEPS = 256;

  private static final double DARKEST = 0.22;
  private static final double LIGHTEST = 0.94;
  private static final double FIRST_HUE = 305;
  private static final double LAST_HUE = 105;

  /// The chroma at even distances: as high as screens can show it.
  private static final double[] CHROMA = {0.104, 0.104, 0.096, 0.095, 0.118, 0.155, 0.185};

  private static final int[] COLORS = colors();

  private ColorMap() {}

  /// A colour as 0xRRGGBB.
  ///
  /// @param place 0 for the lowest number, 1 for the highest
  static int at(double place) {
    return COLORS[step(place)];
  }

  /// The class of lines in a colour, by the rules of [#style].
  static String css(double place) {
    return "c" + step(place);
  }

  /// A rule for each colour's class.
  static String style() {
    return IntStream.range(0, STEPS)
        .mapToObj(step -> String.format(Locale.ROOT, ".c%d{stroke:#%06x}\n", step, COLORS[step]))
        .collect(Collectors.joining());
  }

  private static int step(double place) {
    return (int) Math.round(Math.clamp(place, 0, 1) * (STEPS - 1));
  }

  private static int[] colors() {
    int[] colors = new int[STEPS];
    for (int i = 0; i < STEPS; i++) {
      double place = i / (STEPS - 1.0);
      double hue = Math.toRadians(FIRST_HUE + (LAST_HUE - FIRST_HUE) * place);
      double chroma = chroma(place);
      double lightness = DARKEST + (LIGHTEST - DARKEST) * place;
      colors[i] = fromOklab(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
    }
    return colors;
  }

  private static double chroma(double place) {
    double at = place * (CHROMA.length - 1);
    int before = Math.min((int) at, CHROMA.length - 2);
    return CHROMA[before] + (CHROMA[before + 1] - CHROMA[before]) * (at - before);
  }

  private static int fromOklab(double lightness, double a, double b) {
    double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
    double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
    double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
    return channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) << 16
        | channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) << 8
        | channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
  }

  private static double cube(double x) {
    return x * x * x;
  }

  // sRGB's curve, IEC 61966-2-1.
  private static int channel(double linear) {
    double kept = Math.clamp(linear, 0, 1);
    double curved = kept <= 0.0031308 ? 12.92 * kept : 1.055 * Math.pow(kept, 1 / 2.4) - 0.055;
    return (int) Math.round(255 * curved);
  }
}
