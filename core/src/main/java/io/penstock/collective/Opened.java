package io.penstock.collective;

import io.penstock.file.ArrayFile;
import java.io.IOException;

/// A shared file as one rank has it open: by itself, and with the others.
record Opened(ArrayFile array, SharedEngineFile together) {
  View view() {
    return View.of(array.format());
  }

  void sync() throws IOException {
    together.flush();
    array.sync();
  }

  /// With the others.
  Outcome close() {
    Outcome outcome = Outcome.of(together::close);
    outcome.add(array::close);
    return outcome;
  }

  /// Without the others.
  Outcome abandon() {
    Outcome outcome = Outcome.of(together::abandon);
    outcome.add(array::close);
    return outcome;
  }
}
