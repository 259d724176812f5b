package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.array.ElementType;
import io.penstock.evaluate.machine.Python;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import io.penstock.report.Outcome.Fault.Kind;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PythonContestantTest {
  private static final String HONEST =
      """
      import numpy as np
      from contestant import Absent, serve

      def prepare(task, array):
          if getattr(task, "method", "") == "magic":
              raise Absent("no magic here")
          def read():
              with open(task.file, "rb") as file:
                  file.seek(task.first * task.width)
                  array[:] = np.fromfile(file, task.dtype, task.count)
          def write():
              with open(task.file, "r+b") as file:
                  file.seek(task.first * task.width)
                  array.astype(task.dtype).tofile(file)
          return read if task.operation == "read" else write

      serve(prepare)
      """;

  @TempDir Path folder;
  private Path python = Path.of("");

  @BeforeEach
  void aPythonWithNumPy() {
    try {
      python = Python.find().executable();
    } catch (IOException e) {
      assumeTrue(false, e.getMessage());
    }
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void numPyReadsAndWritesWhatTheOthersDo(ElementType type) throws IOException {
    FileWork read = FileWork.read(type, 30_011).processes(3).order(ByteOrder.BIG_ENDIAN);
    FileWork write = FileWork.write(type, 30_011).processes(2);
    ExperimentOutcome outcome =
        run(
            Fixture.entry(
                "numpy", script(HONEST), read, read.order(ByteOrder.LITTLE_ENDIAN), write));
    assertThat(outcome.results()).hasSize(3);
    assertThat(outcome.results()).allMatch(result -> result.measured().isPresent());
  }

  @Test
  void aScriptThatDoesNothingIsFoundOut() throws IOException {
    String idle = "from contestant import serve\nserve(lambda task, array: lambda: None)\n";
    ExperimentOutcome outcome =
        run(
            Fixture.entry(
                "idle",
                script(idle),
                FileWork.read(ElementType.INT, 999),
                FileWork.write(ElementType.INT, 999)));
    assertThat(outcome.results())
        .allMatch(
            result ->
                result.outcome() instanceof Outcome.Fault(Kind kind, _) && kind == Kind.WRONG);
  }

  @Test
  void whatAScriptCannotDoIsAbsent() throws IOException {
    FileWork magic = FileWork.read(ElementType.INT, 10).with("method", "magic");
    ExperimentOutcome outcome = run(Fixture.entry("magic", script(HONEST), magic));
    assertThat(Fixture.outcome(outcome, "magic")).isEqualTo(new Outcome.Absent("no magic here"));
  }

  private ExperimentOutcome run(Entry entry) throws IOException {
    return Fixture.run(folder, Fixture.rules(), Fixture.experiment(FileState.CACHED).add(entry));
  }

  private Executable script(String text) throws IOException {
    Path shared = Path.of("src", "main", "python", "contestant.py");
    Files.copy(shared, folder.resolve("contestant.py"));
    Path script = Files.writeString(folder.resolve("script.py"), text);
    return new Executable.Native(List.of(python.toString(), "-u", script.toString()));
  }
}
