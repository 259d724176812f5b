package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.evaluate.run.Percentiles;
import io.penstock.evaluate.run.Task;
import io.penstock.evaluate.run.Task.Block;
import io.penstock.report.By;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The ways of fio(1), which reads by jobs of its own into memory of its own and takes the time
/// itself. It would fill what it writes itself too, so it only reads here.
enum Fio implements Approach {
  /// By pread(2), out of the page cache: over and over, so that fio's clock is fine enough.
  CACHED("psync", false),
  /// By pread(2), once: what is read a second time comes out of the page cache.
  COLD("psync", false),
  /// By pread(2), past the page cache.
  DIRECT("psync", true),
  /// By io_uring(7), past the page cache: one thread that keeps as many requests on their way as
  /// others have threads.
  DIRECT_RING("io_uring", true),
  /// By libaio, past the page cache, in the same way.
  DIRECT_AIO("libaio", true),
  /// By io_uring(7), once through the page cache, in the same way.
  COLD_RING("io_uring", false);

  private static final String NAME = "fio";
  private static final long REQUEST = 1 << 20;

  /// What C's loops, and the evaluation's arrays, are aligned to.
  private static final int ALIGNMENT = 4096;

  /// A clock that counts whole ones is then right to a hundredth.
  private static final long LEAST_MILLIS = 100;

  private static final long WANTED_MILLIS = 200;

  private static final String NOTE =
      "by fio's own clock, of whole milliseconds, into a buffer of its own for each request on its"
          + " way; what it read is not compared";

  private final String engine;
  private final boolean direct;

  Fio(String engine, boolean direct) {
    this.engine = engine;
    this.direct = direct;
  }

  /// Adds it, to the works that were named last.
  Experiment to(Experiment experiment) {
    return experiment.approach(approach(), By.PEER, this).note(note());
  }

  /// Adds it, with a word on places, to works that read at random ones.
  Experiment toRandom(Experiment experiment) {
    String places = "at places that fio draws; " + note();
    return experiment.approach(approach(), By.PEER, this).note(places);
  }

  /// Whether one thread has several requests on their way.
  private boolean isAsynchronous() {
    return !engine.equals("psync");
  }

  private String approach() {
    return switch (this) {
      case CACHED, COLD -> NAME;
      case COLD_RING -> NAME + "-io_uring";
      case DIRECT -> NAME + "-direct";
      case DIRECT_RING -> NAME + "-direct-io_uring";
      case DIRECT_AIO -> NAME + "-direct-libaio";
    };
  }

  private String note() {
    return isAsynchronous()
        ? "one thread with as many requests on their way as others have threads; " + NOTE
        : NOTE;
  }

  /// @throws AbsentException if there is no fio, the file system refuses O_DIRECT, or the system
  ///   keeps io_uring from programs
  @Override
  public Move prepare(Task task, Object array) throws Exception {
    Commands.require(NAME);
    if (direct) {
      PastCache.require(task.file());
    }
    Move reads = reads(task);
    if (isAsynchronous()) {
      tryOut(reads);
    }
    return reads;
  }

  private void tryOut(Move reads) throws Exception {
    try {
      reads.run();
    } catch (IOException e) {
      throw new AbsentException("fio cannot read by " + engine + " here: " + e.getMessage());
    }
  }

  /// The words of a command that does a task so many times.
  List<String> command(Task task, long loops) {
    return command(task, loops, "--gtod_reduce=1"); // nobody takes the time of each request
  }

  /// The words of one that takes the time of each request.
  private List<String> timingCommand(Task task) {
    return command(task, 1, "--gtod_reduce=0");
  }

  private List<String> command(Task task, long loops, String clock) {
    boolean random = task.work().access() instanceof Access.Scattered;
    Stream<String> words =
        Stream.of(
            NAME,
            "--output-format=" + (task.work().isDetailed() ? "terse,json" : "terse"),
            "--terse-version=3",
            "--eta=never",
            "--readonly",
            "--name=global",
            "--filename=" + task.file().toString().replace(":", "\\:"),
            "--ioengine=" + engine,
            "--direct=" + (direct ? 1 : 0),
            "--iodepth=" + (isAsynchronous() ? task.work().threads() : 1),
            "--rw=" + (random ? "randread" : "read"),
            "--loops=" + loops,
            "--thread",
            "--group_reporting",
            clock,
            "--mem=malloc",
            "--iomem_align=" + ALIGNMENT,
            "--invalidate=0", // it would empty the page cache
            "--fadvise_hint=0");
    return Stream.concat(words, blocks(task).flatMap(block -> job(task, block))).toList();
  }

  private Stream<Block> blocks(Task task) {
    Stream<Block> blocks = isAsynchronous() ? Stream.of(task.share()) : task.blocks().stream();
    return blocks.filter(block -> block.count() > 0);
  }

  private static Stream<String> job(Task task, Block block) {
    FileWork work = task.work();
    String name = "--name=block-" + block.member();
    return switch (work.access()) {
      case Access.Sequential _ -> {
        long bytes = (long) block.count() * work.type().bytes();
        yield Stream.of(
            name,
            "--offset=" + block.first() * work.type().bytes(),
            "--size=" + bytes,
            "--bs=" + Math.min(work.requestOr(REQUEST), bytes));
      }
      case Access.Scattered _ -> {
        long request = work.requestBytes().orElseThrow();
        yield Stream.of(
            name,
            "--size=" + work.fileBytes() / request * request,
            "--io_size=" + block.count() * request,
            "--bs=" + request,
            "--norandommap");
      }
      default -> throw new IllegalArgumentException("fio has no word for " + work.access());
    };
  }

  /// The reads of a task: as many in a run as fio's clock needs, and the time of them all counts in
  /// proportion. For one thread.
  private Move reads(Task task) {
    return new Move() {
      private long loops = 1;
      private long nanos;
      private long processorNanos;

      @Override
      public void run() throws IOException, InterruptedException {
        Said said = read();
        while (Fio.this != COLD && Fio.this != COLD_RING && said.millis() < LEAST_MILLIS) {
          loops = Math.ceilDiv(loops * WANTED_MILLIS, said.millis());
          said = read();
        }
        nanos = said.nanos(task.work().bytes());
      }

      private Said read() throws IOException, InterruptedException {
        String printed = Commands.commandOutput(command(task, loops));
        Said said = Said.of(printed);
        if (task.work().isDetailed() && isAsynchronous()) {
          processorNanos = said.part(Said.processorNanos(printed), task.work().bytes());
        }
        return said;
      }

      @Override
      public Optional<Percentiles> time() throws IOException, InterruptedException {
        return Optional.of(Said.percentiles(Commands.commandOutput(timingCommand(task))));
      }

      @Override
      public OptionalLong ownNanos() {
        return OptionalLong.of(nanos);
      }

      // None of many jobs: fio counts whole milliseconds of each.
      @Override
      public OptionalLong ownProcessorNanos() {
        return OptionalLong.of(processorNanos);
      }
    };
  }

  /// The figures that fio prints.
  ///
  /// @param kibibytes that it read
  /// @param millis that it took, rounded up
  record Said(long kibibytes, long millis) {
    private static final String BEGIN = "3;fio-";
    private static final int ERROR = 4;
    private static final int KIBIBYTES = 5;
    private static final int MILLIS = 8;

    /// Takes them from what fio prints in its terse format 3: one line for all threads.
    ///
    /// @throws IOException if it has no figures, in one line
    static Said of(String printed) throws IOException {
      String[] fields =
          printed
              .lines()
              .filter(line -> line.startsWith(BEGIN))
              .findFirst()
              .orElse("")
              .split(";", -1);
      if (fields.length <= MILLIS) {
        throw new IOException("fio printed no figures: " + brief(printed));
      }
      if (!fields[ERROR].equals("0")) {
        throw new IOException("fio could not read: error " + fields[ERROR]);
      }
      return new Said(number(fields[KIBIBYTES]), number(fields[MILLIS]));
    }

    private static String brief(String printed) {
      String line = printed.strip().replaceAll("\\s+", " ");
      return line.substring(0, Math.min(line.length(), 100));
    }

    private static long number(String field) throws IOException {
      try {
        long number = Long.parseLong(field);
        if (number > 0) {
          return number;
        }
      } catch (NumberFormatException _) {
        // said below, together with what is not positive
      }
      throw new IOException("fio printed no figure: '" + field + "'");
    }

    /// What so many bytes took. It reads whole requests only, a few more or fewer than it was told
    /// to.
    long nanos(long bytes) {
      return part(millis * 1e6, bytes);
    }

    /// So many bytes' part of what all took.
    long part(double all, long bytes) {
      return Math.round(all * bytes / (kibibytes * 1024.0));
    }

    /// What its jobs took of processors: in JSON, shares of the time that they ran in all.
    ///
    /// @throws IOException if it has not said so, in one line
    static double processorNanos(String printed) throws IOException {
      double percent = member(printed, 0, "usr_cpu") + member(printed, 0, "sys_cpu");
      return percent / 100 * member(printed, 0, "job_runtime") * 1e6;
    }

    /// What requests took from their submission to their completion, in JSON.
    ///
    /// @throws IOException if it has not said so, in one line
    static Percentiles percentiles(String printed) throws IOException {
      int from = Math.max(0, printed.indexOf("\"clat_ns\"")); // of reads, which come first
      return new Percentiles(
          (long) member(printed, from, "50.000000"),
          (long) member(printed, from, "99.000000"),
          (long) member(printed, from, "99.900000"));
    }

    private static double member(String printed, int from, String name) throws IOException {
      Matcher found = Pattern.compile('"' + name + "\" : ([0-9.]+)").matcher(printed);
      if (!found.find(from)) {
        throw new IOException("fio printed no " + name + ": " + brief(printed));
      }
      return Double.parseDouble(found.group(1));
    }
  }
}
