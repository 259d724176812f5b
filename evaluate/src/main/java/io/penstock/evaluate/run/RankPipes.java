package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.Machine;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A folder with two named pipes for each rank of a job, one for orders and one for answers:
/// `0.orders`, `0.answers` and so on.
///
/// Whoever opens one end of a named pipe waits until somebody opens the other. A rank that never
/// comes would thus be waited for for ever. So this process opens each pipe at both ends at once,
/// which does not wait, and gives up the rank's end of the answers when the rank has answered, or
/// when no rank can come any more.
final class RankPipes implements AutoCloseable {
  static final String ORDERS = ".orders";
  static final String ANSWERS = ".answers";

  private final Path folder;
  private final List<RandomAccessFile> orders = new ArrayList<>();
  private final List<RandomAccessFile> ranksEnds = new ArrayList<>();
  private final List<InputStream> answers = new ArrayList<>();

  private RankPipes(Path folder) {
    this.folder = folder;
  }

  /// Makes them and opens this process's ends.
  ///
  /// @param parent of the folder
  /// @throws IOException if that fails; the message says so in one line
  static RankPipes open(Path parent, int ranks) throws IOException {
    RankPipes pipes = new RankPipes(Files.createTempDirectory(parent, "ranks-"));
    try {
      pipes.make(ranks);
      return pipes;
    } catch (IOException e) {
      pipes.close();
      throw e;
    }
  }

  private void make(int ranks) throws IOException {
    List<String> command = new ArrayList<>(List.of("mkfifo"));
    for (int rank = 0; rank < ranks; rank++) {
      command.add(folder.resolve(rank + ORDERS).toString());
      command.add(folder.resolve(rank + ANSWERS).toString());
    }
    String _ = Machine.output(command);
    for (int rank = 0; rank < ranks; rank++) {
      orders.add(new RandomAccessFile(command.get(1 + 2 * rank), "rw"));
      RandomAccessFile both = new RandomAccessFile(command.get(2 + 2 * rank), "rw");
      ranksEnds.add(both);
      answers.add(untilRankEnds(new FileInputStream(command.get(2 + 2 * rank)), both));
    }
  }

  /// The answers of a rank. They end when the rank does, once it has answered anything.
  private static InputStream untilRankEnds(InputStream own, RandomAccessFile ranksEnd) {
    return new FilterInputStream(own) {
      @Override
      public int read() throws IOException {
        int read = super.read();
        ranksEnd.close();
        return read;
      }

      @Override
      public int read(byte[] into, int from, int most) throws IOException {
        int read = super.read(into, from, most);
        ranksEnd.close();
        return read;
      }
    };
  }

  /// Where they are.
  Path folder() {
    return folder;
  }

  /// What a rank reads.
  OutputStream orders(int rank) {
    return Channels.newOutputStream(orders.get(rank).getChannel());
  }

  /// What a rank has written.
  InputStream answers(int rank) {
    return answers.get(rank);
  }

  /// Says that no rank will come any more, so that the answers end.
  void noMoreRanks() {
    try {
      for (RandomAccessFile end : ranksEnds) {
        end.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Lets the pipes go. Whoever reads answers sees their end as soon as the ranks have ended.
  @Override
  public void close() {
    try {
      noMoreRanks();
      for (RandomAccessFile file : orders) {
        file.close();
      }
      ScratchFolder.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + folder + ": " + e.getMessage(), e);
    }
  }
}
