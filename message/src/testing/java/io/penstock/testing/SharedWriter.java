package io.penstock.testing;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.collective.SharedArrayFile;
import io.penstock.file.OpenMode;
import io.penstock.message.Communicator;
import io.penstock.message.MessageException;
import io.penstock.message.RankFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// A program whose ranks write two shared files round by round: `old.npy`, which is there, and
/// `new.npy`, which is to appear when it is closed.
///
/// ```
/// SharedWriter FOLDER whole            ends after one round
/// SharedWriter FOLDER kill|exit|throw RANK   goes on until that rank ends so, in the middle of a write
/// ```
///
/// Ranks that are told of a lost one say so in a line, and end well.
public final class SharedWriter {
  /// Of both files.
  public static final Shape SHAPE = Shape.of(64, 1024);

  /// What a round that is the only one writes.
  public static final int WHOLE = -7;

  /// The exit status of a rank that exits.
  public static final int STATUS = 3;

  private static final int LAST_WHOLE_ROUND = 5;

  private final Communicator world;
  private final Selection mine;
  private final int[] values;

  private SharedWriter(Communicator world) {
    this.world = world;
    List<Dealing> columns = List.of(Dealing.whole(), Dealing.cyclic());
    this.mine = new Distribution(SHAPE, columns, Shape.of(1, world.size())).of(world.rank());
    this.values = new int[Math.toIntExact(mine.size())];
  }

  /// Runs a rank.
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    try (Communicator world = Communicator.world()) {
      SharedWriter writer = new SharedWriter(world);
      try (SharedArrayFile there =
              SharedArrayFile.open(world, folder.resolve("old.npy"), OpenMode.READ_WRITE);
          SharedArrayFile coming =
              SharedArrayFile.create(world, folder.resolve("new.npy"), ElementType.INT, SHAPE)) {
        if (arguments[1].equals("whole")) {
          writer.write(WHOLE, there, coming);
        } else {
          String ending = Integer.parseInt(arguments[2]) == world.rank() ? arguments[1] : "none";
          writer.writeUntil(ending, there, coming);
        }
      }
    } catch (RankFailedException e) {
      System.out.println("told of rank " + e.rank());
    } catch (MessageException e) {
      System.out.println("told: " + e.getMessage());
    }
  }

  private void write(int value, SharedArrayFile... files) throws IOException {
    Arrays.fill(values, value);
    for (SharedArrayFile file : files) {
      file.writeAll(mine, values);
    }
  }

  private void writeUntil(String ending, SharedArrayFile... files) throws IOException {
    for (int round = 1; ; round++) {
      if (round > LAST_WHOLE_ROUND && ending.equals("throw")) {
        throwBeforeTheLast(round, files);
      }
      write(round, files);
      if (round == LAST_WHOLE_ROUND) {
        endInside(ending, Thread.currentThread());
      }
    }
  }

  /// While the others write the file that is closed first.
  private void throwBeforeTheLast(int round, SharedArrayFile... files) throws IOException {
    write(round, Arrays.copyOf(files, files.length - 1));
    throw new IllegalStateException("rank " + world.rank() + " has had enough");
  }

  /// Ends this process while a thread is in a collective write.
  private static void endInside(String ending, Thread writing) {
    if (ending.equals("kill") || ending.equals("exit")) {
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                while (!isInside(writing)) {
                  Thread.onSpinWait();
                }
                end(ending);
              });
    }
  }

  private static boolean isInside(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("moveAll"));
  }

  private static void end(String ending) {
    switch (ending) {
      case "exit" -> System.exit(STATUS);
      case "kill" -> kill();
      default -> throw new IllegalArgumentException(ending);
    }
  }

  private static void kill() {
    try {
      String own = Long.toString(ProcessHandle.current().pid());
      new ProcessBuilder("kill", "-9", own).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("this process cannot be killed", e);
    }
  }
}
