package io.penstock.evaluate.files;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.run.TextWork.Corpus;
import io.penstock.evaluate.text.LogText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/// A content in a form.
///
/// @param content what is packed
/// @param form in which it lies in its file
record Packed(Corpus content, Form form) implements Corpus {
  /// The checksum of the content.
  static final String CRC = "crc";

  /// The times by which the contents become shorter at the usual levels.
  static final double LOG_GZIP = 5.5;

  static final double LOG_ZSTD = 5.5;
  static final double LOG_LZ4 = 3.3;
  static final double FIELD_GZIP = 2;
  static final double FIELD_ZSTD = 1.9;

  static final String LOG =
      String.format(
          Locale.ROOT,
          "The content is a web server's log, with lines of about 100 bytes: gzip makes it %.1f"
              + " times shorter, zstd %.1f times, LZ4 %.1f times.",
          LOG_GZIP,
          LOG_ZSTD,
          LOG_LZ4);

  static final String FIELD =
      String.format(
          Locale.ROOT,
          "The content is a field as instruments measure it, in hundredths, with noise: gzip makes"
              + " it %.1f times shorter, zstd %.1f times.",
          FIELD_GZIP,
          FIELD_ZSTD);

  private static final int BUFFER = 256 << 10;
  private static final long MOST = 256L << 20;

  /// The most that it may come to: what it is packed to is not known before.
  @Override
  public long bytes() {
    return content.bytes();
  }

  @Override
  public String fileName() {
    return content.fileName() + form.suffix();
  }

  @Override
  public Map<String, Long> write(OutputStream out) throws IOException {
    CRC32 crc = new CRC32();
    try (OutputStream packing =
        new BufferedOutputStream(new CheckedOutputStream(form.packing(out), crc), BUFFER)) {
      Map<String, Long> answers = new HashMap<>(content.write(packing));
      packing.flush();
      answers.put(CRC, crc.getValue());
      return answers;
    }
  }

  /// A log for what is packed slowly.
  static LogText slow(Setting setting) {
    return log(setting, MOST / 4);
  }

  /// A log for what is packed fast.
  static LogText fast(Setting setting) {
    return log(setting, MOST);
  }

  private static LogText log(Setting setting, long most) {
    return new LogText(Math.min(setting.bytes(), MOST) * most / MOST);
  }

  /// A work about a content in a form, whose answer is the checksum of the content.
  static TextWork work(String drill, Corpus content, Form form, Duration batch) {
    return new TextWork(Drill.of(drill, content.bytes(), batch), new Packed(content, form), CRC);
  }

  /// Takes all of it.
  ///
  /// @return its checksum
  static long crc(InputStream in) throws IOException {
    CRC32 crc = new CRC32();
    byte[] piece = new byte[BUFFER];
    for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
      crc.update(piece, 0, n);
    }
    return crc.getValue();
  }

  /// Says in one line that a content has another checksum than it should.
  static Optional<String> fault(long got, long expected) {
    return got == expected
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT, "the content has the checksum %08x instead of %08x", got, expected));
  }
}
