package io.penstock.text;

import java.io.IOException;

/// An operation on one line.
@FunctionalInterface
public interface LineConsumer {
  /// Deals with a line.
  ///
  /// @param line until this returns
  /// @throws IOException to end it all
  void accept(Line line) throws IOException;
}
