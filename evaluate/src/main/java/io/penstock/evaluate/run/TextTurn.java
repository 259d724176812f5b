package io.penstock.evaluate.run;

import java.io.IOException;
import java.nio.file.Path;

/// A turn at a drill about a text.
///
/// @param workspace of the text
/// @param state of the file when the run begins
/// @param contestant whose turn it is
/// @param work that it does
record TextTurn(Workspace workspace, FileState state, Contestant contestant, TextWork work)
    implements Turn {

  /// The state of the file is made last.
  @Override
  public Taken take() throws AbsentException, FailedException, IOException {
    Path file = workspace.path(work.corpus());
    Drill drill = work.told(file, workspace.answers(work.corpus()));
    long salt = workspace.freshSalt();
    Path meeting = workspace.folder().resolve("meeting-" + salt);
    contestant.prepare(work, rank -> DrillText.write(new DrillTask(drill, rank, meeting)));
    warmUp();
    contestant.arm(salt);
    FileStates.make(state, file);
    return new Taken(contestant.drill(), contestant.verify(salt));
  }

  /// Whatever the state that is measured, the file is cached here. An operation may take seconds:
  /// one that outlasts the warm-up is done once.
  private void warmUp() throws AbsentException, FailedException {
    long nanos = contestant.takeWarmup().toNanos();
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      contestant.drill();
    }
  }
}
