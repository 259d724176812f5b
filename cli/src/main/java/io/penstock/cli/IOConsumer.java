package io.penstock.cli;

import java.io.IOException;

/// A consumer that may fail with an [IOException].
@FunctionalInterface
interface IOConsumer<T> {
  void accept(T value) throws IOException;
}
