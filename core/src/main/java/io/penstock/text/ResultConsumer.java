package io.penstock.text;

import java.io.IOException;

/// What is done with each part's result.
@FunctionalInterface
public interface ResultConsumer<R> {
  /// Deals with a result.
  ///
  /// @throws IOException to end it all
  void accept(R result) throws IOException;
}
