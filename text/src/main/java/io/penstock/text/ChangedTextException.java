package io.penstock.text;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/// Thrown when a file is no longer the one that a [LineIndex] has indexed; [LineIndex#refresh]
/// indexes it again.
public final class ChangedTextException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  ChangedTextException(Path path, String how) {
    super(path + " " + how + " since its lines were indexed; refresh the index");
  }
}
