package io.penstock.evaluate.run;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/// A text that experiments read: a file that an evaluation makes, always the same.
///
/// Two that are equal are one file.
public interface Corpus {
  /// The length of the file, or about the most that it can have where nobody knows before.
  long bytes();

  /// The name of the file, of no other text or length.
  String fileName();

  /// Writes the text from its beginning to its end.
  ///
  /// @return what there is to know about it, question to answer: what the approaches that read it
  ///   are to find out
  /// @throws IOException if it cannot be written
  Map<String, Long> write(OutputStream out) throws IOException;
}
