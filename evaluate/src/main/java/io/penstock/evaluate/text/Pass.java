package io.penstock.evaluate.text;

/// A pass over a text, from opening it to closing it.
@FunctionalInterface
interface Pass {
  /// Makes it.
  ///
  /// @return the answer to the question that was asked about the text
  /// @throws Exception if it fails; the message is shown to the user
  long make() throws Exception;
}
