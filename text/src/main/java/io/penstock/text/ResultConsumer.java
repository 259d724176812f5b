package io.penstock.text;

import java.io.IOException;

/// An operation on the result of one part.
@FunctionalInterface
public interface ResultConsumer<R> {
  /// Deals with a result.
  ///
  /// @throws IOException to end it all
  void accept(R result) throws IOException;
}
