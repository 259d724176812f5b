package io.penstock.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The change of an open file from the JDK's channels to C functions, at every moment that a seeded
/// scheduler can find.
class ChangeMomentsTest {
  private static final int FEW = 300;
  private static final int MANY = 100_000;

  @TempDir Path folder;

  private interface Program {
    void run(long seed) throws IOException;
  }

  private static void run(long from, long to, Program program) {
    LongStream.range(from, to)
        .forEach(
            seed -> {
              try {
                program.run(seed);
              } catch (IOException | RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
              }
            });
  }

  private void byEngine(long seed) throws IOException {
    new EngineChangeProgram(seed, folder).run();
  }

  private void byArrays(long seed) throws IOException {
    new ArrayChangeProgram(seed, folder).run();
  }

  @Test
  void noOperationSeesTheChange() {
    run(0, FEW, this::byEngine);
  }

  @Test
  void noTransferOfAnArraySeesTheChange() {
    run(0, FEW, this::byArrays);
  }

  @Tag("long")
  @Test
  void noOperationOfManyProgramsSeesTheChange() {
    run(FEW, MANY, this::byEngine);
  }

  @Tag("long")
  @Test
  void noTransferOfManyProgramsSeesTheChange() {
    run(FEW, MANY, this::byArrays);
  }
}
