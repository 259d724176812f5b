package io.penstock.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Lines from one number to another, counted from 1.
record LineNumbers(long first, long last) {
  /// Reads `N` or `N-M`.
  static final class Converter implements ITypeConverter<LineNumbers> {
    @Override
    public LineNumbers convert(String text) {
      int dash = text.indexOf('-');
      long first = number(text, dash < 0 ? text : text.substring(0, dash));
      long last = dash < 0 ? first : number(text, text.substring(dash + 1));
      if (first < 1 || last < first) {
        throw new TypeConversionException(
            String.format(
                Locale.ROOT, "'%s' names no lines: they count from 1, and N-M goes upwards", text));
      }
      return new LineNumbers(first, last);
    }

    private static long number(String text, String digits) {
      try {
        return Long.parseLong(digits);
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            String.format(Locale.ROOT, "'%s' is neither N nor N-M", text));
      }
    }
  }
}
