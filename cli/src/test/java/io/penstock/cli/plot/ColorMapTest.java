package io.penstock.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColorMapTest {
  /// Relative luminance, WCAG 2.
  private static double luminance(int rgb) {
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
  }

  private static double linear(int channel) {
    double c = (channel & 0xff) / 255.0;
    return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
  }

  @Test
  void higherNumbersAreAlwaysLighter() {
    for (int i = 0; i < 255; i++) {
      assertThat(luminance(ColorMap.at((i + 1) / 255.0)))
          .isGreaterThan(luminance(ColorMap.at(i / 255.0)));
    }
  }

  @Test
  void equalStepsAreEquallyLightToTheEye() {
    // CIE L* is another measure of lightness than the one that the colours are made by.
    for (int i = 0; i < 8; i++) {
      assertThat(lightness((i + 1) / 8.0) - lightness(i / 8.0)).isBetween(7.0, 14.0);
    }
  }

  private static double lightness(double place) {
    return 116 * Math.cbrt(luminance(ColorMap.at(place))) - 16;
  }

  @Test
  void whatIsOutsideHasTheColourOfTheEnd() {
    assertThat(ColorMap.at(-1)).isEqualTo(ColorMap.at(0));
    assertThat(ColorMap.at(2)).isEqualTo(ColorMap.at(1));
  }

  @Test
  void theClassOfAColourHasARule() {
    assertThat(ColorMap.style().lines())
        .hasSize(256)
        .contains(".%s{stroke:#%06x}".formatted(ColorMap.css(0.7), ColorMap.at(0.7)));
  }
}
