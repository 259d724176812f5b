package io.penstock.evaluate.run;

import java.io.IOException;
import java.util.Optional;

/// How one contestant takes one turn at one work: everything around the timed part.
sealed interface Turn permits FileTurn, DrillTurn, TextTurn {

  /// What a turn came to.
  ///
  /// @param reading of the timed part
  /// @param difference where what was done differs from what should have been done
  record Taken(Reading reading, Optional<String> difference) {}

  /// A turn at a work.
  ///
  /// @param workspace of the files
  /// @param state of the file when the run begins
  /// @param contestant whose turn it is
  static Turn of(Workspace workspace, FileState state, Contestant contestant, Work work) {
    return switch (work) {
      case FileWork file -> new FileTurn(workspace, state, contestant, file);
      case Drill drill -> new DrillTurn(workspace, contestant, drill);
      case TextWork text -> new TextTurn(workspace, state, contestant, text);
    };
  }

  /// Makes everything ready, runs, compares.
  ///
  /// @throws AbsentException if the work or the state cannot be had here
  /// @throws FailedException if the contestant failed
  /// @throws IOException if a file could not be prepared or compared
  Taken take() throws AbsentException, FailedException, IOException;
}
