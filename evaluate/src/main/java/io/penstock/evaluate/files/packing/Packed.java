package io.penstock.evaluate.files.packing;

import io.penstock.evaluate.run.Corpus;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/// A content in a form.
///
/// @param content what is packed
/// @param form in which it lies in its file
record Packed(Corpus content, Form form) implements Corpus {
  /// The checksum of the content.
  static final String CRC = "crc";

  private static final int BUFFER = 256 << 10;

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
}
