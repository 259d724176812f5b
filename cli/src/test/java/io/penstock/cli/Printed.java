package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A command's exit status and the bytes it printed, each a character.
record Printed(int status, String bytes) {
  /// So much is shown on either side of the first byte that differs.
  private static final int SHOWN = 120;

  private static Printed of(int status, byte[] bytes) {
    return new Printed(status, new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /// What a command line of Penstock printed, run in this process.
  static Printed byPenstock(String... arguments) {
    ByteArrayOutputStream results = new ByteArrayOutputStream();
    int status =
        Main.run(
            new Results(results, StandardCharsets.UTF_8),
            new PrintWriter(new StringWriter()),
            arguments);
    return of(status, results.toByteArray());
  }

  /// What another program printed.
  ///
  /// @param locale for `LC_ALL`: `C`, where each byte is a character, or `C.UTF-8`
  /// @param words of ASCII: a process is given them in the encoding of this one's locale
  static Printed byTool(String locale, String... words) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("LC_ALL", locale);
    Process process = builder.start();
    byte[] bytes = process.getInputStream().readAllBytes();
    return of(process.waitFor(), bytes);
  }

  /// Its lines; wc makes room for the number of all bytes in every column.
  List<String> unpadded() {
    return bytes.lines().map(String::strip).toList();
  }

  /// Fails unless the same was printed; shows the first place where it is not, and little else:
  /// there may be megabytes.
  void assertSameAs(Printed expected, String what) {
    if (!equals(expected)) {
      int at = firstDifference(expected);
      assertThat(around(at)).as("%s, from byte %d on", what, at).isEqualTo(expected.around(at));
      assertThat(status).as("exit status of %s", what).isEqualTo(expected.status);
    }
  }

  private int firstDifference(Printed other) {
    int shorter = Math.min(bytes.length(), other.bytes.length());
    int at = 0;
    while (at < shorter && bytes.charAt(at) == other.bytes.charAt(at)) {
      at++;
    }
    return at;
  }

  private String around(int at) {
    return bytes.substring(Math.max(0, at - SHOWN), Math.min(bytes.length(), at + SHOWN));
  }
}
