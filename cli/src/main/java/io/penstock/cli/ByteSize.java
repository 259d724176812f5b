package io.penstock.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A number of bytes as people write it: `1048576`, `64MiB`, `64M`, `1g`. Units are powers of 1024.
final class ByteSize implements ITypeConverter<Long> {
  private static final Pattern FORM = Pattern.compile("(\\d+)(?:([kmgt])(?:i?b)?|b)?");
  private static final String UNITS = "kmgt";

  @Override
  public Long convert(String text) {
    Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw refused(text, "is no number of bytes; write 1048576, 64MiB or 1g");
    }
    try {
      String unit = form.group(2);
      int shift = unit == null ? 0 : 10 * (UNITS.indexOf(unit) + 1);
      long bytes = Math.multiplyExact(Long.parseLong(form.group(1)), 1L << shift);
      if (bytes == 0) {
        throw refused(text, "is nothing; ask for at least one byte");
      }
      return bytes;
    } catch (NumberFormatException | ArithmeticException _) {
      throw refused(text, "is more than any file can have");
    }
  }

  private static TypeConversionException refused(String text, String why) {
    return new TypeConversionException("'" + text + "' " + why);
  }
}
