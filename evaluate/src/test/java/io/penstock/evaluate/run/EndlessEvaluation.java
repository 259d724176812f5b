package io.penstock.evaluate.run;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Experiment.Entry;
import java.io.IOException;
import java.nio.file.Path;

/// A process that evaluates an approach that never comes to its end, and says so when it is at it.
final class EndlessEvaluation {
  private EndlessEvaluation() {}

  public static void main(String[] arguments) throws IOException {
    FileWork work = FileWork.read(ElementType.BYTE, 100_000);
    Experiment experiment =
        Fixture.experiment(FileState.CACHED)
            .add(Fixture.entry("hanging", Executable.of(new FaultyApproaches.Hanging()), work));
    Listener listener =
        new Listener() {
          @Override
          public void begins(Experiment asked, Entry entry, Work asks, int run, int runs) {
            System.out.println("begins");
          }
        };
    ProcessLauncher launcher = ProcessLauncher.likeThisProcess();
    try (ScratchFolder workspace = ScratchFolder.in(Path.of(arguments[0]))) {
      new Runner(workspace, Fixture.rules(), launcher, listener).run(experiment);
    }
  }
}
