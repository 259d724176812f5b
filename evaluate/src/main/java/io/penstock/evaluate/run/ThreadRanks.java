package io.penstock.evaluate.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.RankContext;
import java.io.File;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A process of workers that are the ranks of one job, each a thread that is told what to do by
/// named pipes of its own.
final class ThreadRanks {
  private static final File NOTHING = new File("/dev/null");

  /// The words that follow those of a worker: how many ranks, and the folder of the pipes.
  private static final int OWN_WORDS = 2;

  private ThreadRanks() {}

  /// The job of a command that begins with this class and a worker's words.
  static ProcessBuilder job(int number, List<String> command, Path pipes) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of(Integer.toString(number), pipes.toString()));
    ProcessBuilder job = new ProcessBuilder(words);
    MpiInstallation.forgetOtherJobs(job.environment());
    return job.redirectInput(NOTHING).redirectErrorStream(true);
  }

  /// Serves until all ranks are told to quit or their orders end, then ends the process.
  ///
  /// @param arguments those of a worker, how many ranks, the folder of the pipes
  public static void main(String[] arguments) throws Exception {
    int own = arguments.length - OWN_WORDS;
    String[] ofWorker = Arrays.copyOf(arguments, own);
    Worker.bind(ofWorker);
    for (Thread rank : ranks(ofWorker, Integer.parseInt(arguments[own]), arguments[own + 1])) {
      rank.join();
    }
    System.exit(0); // threads that an approach left behind must not keep the process alive
  }

  private static List<Thread> ranks(String[] ofWorker, int number, String folder) {
    UUID job = UUID.randomUUID();
    List<Thread> threads = new ArrayList<>();
    for (int rank = 0; rank < number; rank++) {
      JobDescription description =
          new JobDescription(job, "threads", rank, number, Optional.empty());
      Path pipes = Path.of(folder, Integer.toString(rank));
      threads.add(
          Thread.ofPlatform()
              .name("rank-" + rank)
              .start(() -> RankContext.run(description, () -> serve(ofWorker, pipes))));
    }
    return threads;
  }

  private static void serve(String[] ofWorker, Path pipes) {
    try (InputStream orders = Files.newInputStream(pipe(pipes, RankPipes.ORDERS));
        PrintStream answers =
            new PrintStream(Files.newOutputStream(pipe(pipes, RankPipes.ANSWERS)), false, UTF_8)) {
      Worker.serve(ofWorker, orders, answers);
    } catch (Exception e) {
      throw new IllegalStateException("the rank cannot be served: " + e, e);
    }
  }

  private static Path pipe(Path pipes, String which) {
    return pipes.resolveSibling(pipes.getFileName() + which);
  }
}
