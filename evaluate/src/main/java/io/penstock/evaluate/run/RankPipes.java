package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.NamedPipes;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Two named pipes for each rank of a job, one for orders and one for answers, in a folder of their
/// own.
///
/// Whoever opens one end of a named pipe waits until somebody opens the other. A rank that never
/// comes would thus be waited for for ever. So this process opens each pipe at both ends at once,
/// which does not wait, and gives up the rank's end of the answers when the rank has answered, or
/// when no rank can come any more.
final class RankPipes implements AutoCloseable {
  private static final String ORDERS = ".orders";
  private static final String ANSWERS = ".answers";

  private final Path folder;
  private final List<RandomAccessFile> orders = new ArrayList<>();
  private final List<Answers> answers = new ArrayList<>();

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
      NamedPipes.make(
          IntStream.range(0, ranks).boxed().flatMap(rank -> pipes.files(rank)).toList());
      for (int rank = 0; rank < ranks; rank++) {
        pipes.orders.add(bothEnds(pipes.file(rank, ORDERS)));
        pipes.answers.add(Answers.of(pipes.file(rank, ANSWERS)));
      }
      return pipes;
    } catch (IOException e) {
      pipes.close();
      throw e;
    }
  }

  private Stream<Path> files(int rank) {
    return Stream.of(file(rank, ORDERS), file(rank, ANSWERS));
  }

  private Path file(int rank, String which) {
    return folder.resolve(rank + which);
  }

  private static RandomAccessFile bothEnds(Path file) throws IOException {
    return new RandomAccessFile(file.toFile(), "rw");
  }

  /// Where they are: `0.orders`, `0.answers` and so on.
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
    answers.forEach(Answers::endWithRank);
  }

  /// Lets the pipes go. Whoever reads answers sees their end as soon as the ranks have ended.
  @Override
  public void close() {
    try {
      noMoreRanks();
      for (RandomAccessFile file : orders) {
        file.close();
      }
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + folder + ": " + e.getMessage(), e);
    }
  }

  /// The answers of a rank. They end when the rank does, once it has answered anything.
  private static final class Answers extends FilterInputStream {
    private final RandomAccessFile ranksEnd;

    private Answers(RandomAccessFile ranksEnd, InputStream own) {
      super(own);
      this.ranksEnd = ranksEnd;
    }

    static Answers of(Path file) throws IOException {
      RandomAccessFile both = bothEnds(file);
      try {
        return new Answers(both, new FileInputStream(file.toFile()));
      } catch (IOException e) {
        both.close();
        throw e;
      }
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      endWithRank();
      return read;
    }

    @Override
    public int read(byte[] into, int from, int most) throws IOException {
      int read = super.read(into, from, most);
      endWithRank();
      return read;
    }

    void endWithRank() {
      try {
        ranksEnd.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
