package io.penstock.evaluate.run;

import io.penstock.array.Elements;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.FileWork.Operation;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lets an approach do a work once in this process, rank after rank, and compares every byte: what
/// [Contestant] does with processes.
public final class InProcess {
  private static final long SALT = 11;
  private static final long OTHER_SALT = 12;

  private final Approach approach;
  private final FileState state;
  private final Path file;

  /// @param approach that moves
  /// @param state of the file before it moves
  /// @param file to move
  public InProcess(Approach approach, FileState state, Path file) {
    this.approach = approach;
    this.state = state;
    this.file = file;
  }

  /// Where something else was moved than should have been.
  public List<String> differences(FileWork timed) throws Exception {
    FileWork work = timed.allKept();
    boolean reads = work.operation() == Operation.READ;
    if (state == FileState.NEW_FILE) {
      Files.deleteIfExists(file);
    } else {
      contents(work, reads ? SALT : OTHER_SALT).make(state.pieceBytes());
    }
    List<String> differences = new ArrayList<>();
    for (int rank = 0; rank < work.processes(); rank++) {
      move(new Task(work, file, rank)).ifPresent(differences::add);
    }
    if (!reads) {
      contents(work, SALT).difference().ifPresent(differences::add);
    }
    return differences;
  }

  private Optional<String> move(Task task) throws Exception {
    boolean reads = task.work().operation() == Operation.READ;
    int length = Math.toIntExact(task.arrayElements());
    Object array = Array.newInstance(task.work().type().arrayClass().componentType(), length);
    MemorySegment memory = Elements.of(array).segment();
    ContentPattern pattern = ContentPattern.inMemory(SALT, task);
    if (reads) {
      pattern.spoil(memory, task);
    } else {
      pattern.fill(memory, task);
    }
    try (Move move = approach.prepare(task, array)) {
      move.run();
      move.settle();
    }
    return reads ? pattern.difference(memory, task) : Optional.empty();
  }

  private FileContents contents(FileWork work, long salt) {
    ContentPattern pattern = ContentPattern.of(salt, work.type(), work.order());
    return new FileContents(file, pattern, work.fileBytes());
  }
}
