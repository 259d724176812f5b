package io.penstock.text;

import java.io.IOException;

/// A function that adds a line to a result.
@FunctionalInterface
public interface LineAccumulator<A> {
  /// Adds a line.
  ///
  /// @param result of the calling thread alone
  /// @param line until this returns
  /// @throws IOException to end it all
  void accept(A result, Line line) throws IOException;
}
