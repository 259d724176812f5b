package io.penstock.evaluate.text;

import java.io.IOException;

/// A text that is open, to be looked into at one place after another. For one thread.
interface Look extends AutoCloseable {
  /// Looks at a place.
  ///
  /// @param place a byte, from 0, or a line, from 0
  /// @return the byte, or the [LineAnswer] of the line
  /// @throws Exception if it fails; the message is shown to the user
  long at(long place) throws Exception;

  /// Closes the text.
  @Override
  default void close() throws IOException {}
}
