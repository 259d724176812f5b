package io.penstock.evaluate.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// A turn at a work on a file.
///
/// @param workspace of the files
/// @param state of the file when the run begins
/// @param contestant whose turn it is
/// @param work that it does
record FileTurn(Workspace workspace, FileState state, Contestant contestant, FileWork work)
    implements Turn {

  /// The state of the file is made last.
  @Override
  public Taken take() throws AbsentException, FailedException, IOException {
    Path file = workspace.path(FileKey.of(work));
    boolean reads = work.operation() == Operation.READ;
    long salt = reads ? Workspace.READ_SALT : workspace.freshSalt();
    contestant.prepare(work, rank -> TaskText.write(new Task(work, file, rank)));
    warmUp(file);
    contestant.arm(salt);
    if (!reads) {
      trim(file);
    }
    FileStates.make(state, file);
    long nanos = contestant.run();
    return new Taken(
        new Reading(nanos, 1), reads ? contestant.verify(salt) : difference(file, salt));
  }

  /// Short runs alone would leave a JVM's code interpreted. Whatever the state that is measured,
  /// the file is cached here, or not there where one is to be created.
  private void warmUp(Path file) throws AbsentException, FailedException, IOException {
    long nanos = contestant.takeWarmup().toNanos();
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      if (state == FileState.NEW_FILE) {
        FileStates.make(state, file);
      }
      contestant.run();
    }
  }

  /// A contestant that went astray may have made the file longer, which is not the next one's
  /// fault.
  private void trim(Path file) throws IOException {
    if (Files.exists(file) && Files.size(file) > work.fileBytes()) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(work.fileBytes());
      }
    }
  }

  private Optional<String> difference(Path file, long salt) throws IOException {
    Pattern pattern = Pattern.of(salt, work.type(), work.order());
    return new FileContents(file, pattern, work.fileBytes(), work.period()).difference();
  }
}
