package io.penstock.evaluate.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.Exercise.Reading;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork.Operation;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.file.FileEngines;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.RankContext;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The main class of a worker process: it runs an approach in Java on orders from standard input,
/// one a line, and answers on standard output.
///
/// | told | does | answers |
/// |---|---|---|
/// | `prepare TASK` | makes the way ready | `ready`, `absent WHY` |
/// | `arm SALT` | fills sources, spoils targets | `armed` |
/// | `run` | moves a file | `ran START END`, nanoseconds of the monotonic clock, and where details are asked for `PROCESSOR`, nanoseconds of all processors |
/// | `time` | moves a file | `timed`, and where single requests are timed `P50 P99 P99.9`, nanoseconds |
/// | `run` | times a batch of a drill | `did AMOUNT OPERATIONS`, see [Reading] |
/// | `verify SALT` | compares what was done | `verified`, `wrong WHERE` |
/// | `quit` | ends | |
///
/// The answer to anything that failed is `error WHY`.
public final class WorkerMain {
  /// The argument of a process that runs long: the library binds C functions before the first work,
  /// and not while it is measured.
  static final String BOUND = "bound";

  private static final int WORDS = 7;
  private static final File NOTHING = new File("/dev/null");

  private final Executable.Way way;
  private @Nullable Object array;
  private Exercise.@Nullable Session session;

  private WorkerMain(Executable.Way way) {
    this.way = way;
  }

  /// Serves until told to quit or the input ends, then ends the process.
  ///
  /// @param arguments where the way is found, perhaps [#BOUND], and for ranks that are threads how
  ///   many, and the folder of their pipes
  public static void main(String[] arguments) throws Exception {
    boolean bound = List.of(arguments).contains(BOUND);
    if (bound) {
      FileEngines.bind();
    }
    int words = WORDS + (bound ? 1 : 0);
    if (arguments.length > words) {
      for (Thread rank :
          ranks(arguments, Integer.parseInt(arguments[words]), arguments[words + 1])) {
        rank.join();
      }
    } else {
      PrintStream answers = System.out;
      System.setOut(System.err); // what an approach prints is not an answer
      serve(arguments, System.in, answers);
    }
    System.exit(0); // threads that an approach left behind must not keep the process alive
  }

  /// Serves until told to quit or the orders end.
  ///
  /// @param arguments where the way is found
  private static void serve(String[] arguments, InputStream told, PrintStream answers)
      throws Exception {
    Executable.Way way = way(List.of(arguments).subList(0, WORDS));
    try (BufferedReader orders = new BufferedReader(new InputStreamReader(told, UTF_8))) {
      new WorkerMain(way).serve(orders, answers);
    }
  }

  // ---- ranks that are threads ------------------------------------------------------------------

  /// The job of a command that begins with this class and a worker's words: one process, whose
  /// ranks are threads that are told what to do by named pipes of their own.
  static ProcessBuilder job(int number, List<String> command, Path pipes) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of(Integer.toString(number), pipes.toString()));
    ProcessBuilder job = new ProcessBuilder(words);
    MpiInstallation.forgetOtherJobs(job.environment());
    return job.redirectInput(NOTHING).redirectErrorStream(true);
  }

  private static List<Thread> ranks(String[] ofWorker, int number, String folder) {
    UUID job = UUID.randomUUID();
    List<Thread> threads = new ArrayList<>();
    for (int rank = 0; rank < number; rank++) {
      JobDescription description =
          new JobDescription(job, Executable.Started.THREADS, rank, number);
      Path pipes = Path.of(folder, Integer.toString(rank));
      threads.add(
          Thread.ofPlatform()
              .name("rank-" + rank)
              .start(() -> RankContext.run(description, () -> serveRank(ofWorker, pipes))));
    }
    return threads;
  }

  private static void serveRank(String[] ofWorker, Path pipes) {
    try (InputStream orders = Files.newInputStream(pipe(pipes, RankPipes.ORDERS));
        PrintStream answers =
            new PrintStream(Files.newOutputStream(pipe(pipes, RankPipes.ANSWERS)), false, UTF_8)) {
      serve(ofWorker, orders, answers);
    } catch (Exception e) {
      throw new IllegalStateException("the rank cannot be served: " + e, e);
    }
  }

  private static Path pipe(Path pipes, String which) {
    return pipes.resolveSibling(pipes.getFileName() + which);
  }

  // ---- finding the way -------------------------------------------------------------------------

  /// The first of the words by which a worker finds the ways of a question's experiments.
  static List<String> origin(Question question, Setting setting) {
    return List.of(
        question.getClass().getName(),
        Long.toString(setting.bytes()),
        setting.threads().stream().map(String::valueOf).collect(Collectors.joining(",")),
        setting.effort().name());
  }

  /// The words by which a worker finds the way of an entry in the table of experiments.
  ///
  /// @throws IllegalArgumentException if the experiment stands in no table
  static List<String> arguments(Experiment experiment, Entry entry) {
    if (experiment.origin().isEmpty()) {
      throw new IllegalArgumentException(experiment.id() + ": defined by no question");
    }
    List<String> words = new ArrayList<>(experiment.origin());
    words.addAll(List.of(entry.library(), experiment.id(), entry.approach()));
    return words;
  }

  /// The way that a worker was told.
  ///
  /// @throws ReflectiveOperationException if there is no such class
  /// @throws IllegalArgumentException if there is no such way
  static Executable.Way way(List<String> told) throws ReflectiveOperationException {
    Constructor<?> table = Class.forName(told.getFirst()).getDeclaredConstructor();
    table.setAccessible(true);
    String experiment = told.get(5);
    String approach = told.get(6);
    return ((Question) table.newInstance())
        .experiments(setting(told))
        .filter(other -> other.id().equals(experiment))
        .flatMap(other -> other.entries().stream())
        .filter(entry -> entry.approach().equals(approach))
        .flatMap(entry -> entry.way().stream())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    told.getFirst() + " has no approach '" + approach + "' in " + experiment));
  }

  /// As it was, without the programs that are no Java, which nobody starts here.
  private static Setting setting(List<String> told) {
    String library = told.get(4);
    List<MpiInstallation> libraries =
        library.isEmpty()
            ? List.of()
            : List.of(
                new MpiInstallation(library, library, List.of(), "", Map.of(), Optional.empty()));
    return new Setting(
        Long.parseLong(told.get(1)),
        Stream.of(told.get(2).split(",")).map(Integer::valueOf).toList(),
        Effort.valueOf(told.get(3)),
        Tools.ofWorker(libraries));
  }

  // ---- serving ---------------------------------------------------------------------------------

  private void serve(BufferedReader orders, PrintStream answers) throws Exception {
    String order = orders.readLine();
    while (order != null && !order.equals("quit")) {
      answers.println(answer(order));
      answers.flush();
      order = orders.readLine();
    }
    if (order != null) {
      leave();
    }
  }

  private String answer(String order) {
    try {
      return obey(order.split(" ", 2));
    } catch (AbsentException e) {
      return "absent " + line(e.reason());
    } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
      e.printStackTrace();
      return "error " + line(e.toString());
    }
  }

  private String obey(String[] words) throws Exception {
    return switch (words[0]) {
      case "prepare" -> {
        leave();
        session = prepared(words[1]);
        yield "ready";
      }
      case "arm" -> {
        session().arm(Long.parseLong(words[1]));
        yield "armed";
      }
      case "run" -> {
        Reading reading = session().run();
        yield session() instanceof Moving moved
            ? "ran " + moved.start + " " + moved.end + moved.processor(reading)
            : "did " + reading.amount() + " " + reading.operations();
      }
      case "time" ->
          session() instanceof Moving moving
              ? "timed" + moving.move.time().map(times -> " " + times.words()).orElse("")
              : "error no requests of a file";
      case "verify" -> {
        Optional<String> wrong = session().fault(Long.parseLong(words[1]));
        yield wrong.map(where -> "wrong " + line(where)).orElse("verified");
      }
      default -> "error no such order: " + String.join(" ", words);
    };
  }

  private static String line(@Nullable String text) {
    return String.valueOf(text).replaceAll("\\s+", " ");
  }

  private Exercise.Session session() {
    return Objects.requireNonNull(session, "nothing was prepared");
  }

  private Exercise.Session prepared(String told) throws Exception {
    return switch (way) {
      case Exercise exercise -> exercise.prepare(TaskLine.drillTask(told));
      case Approach approach -> {
        Task task = TaskLine.task(told);
        Object target = array(task.work().type(), Math.toIntExact(task.arrayElements()));
        List<ProcessorClock> clocks =
            task.work().isDetailed() ? List.of(new ProcessorClock()) : List.of();
        Move move = approach.prepare(task, target);
        yield new Moving(task, Elements.of(target).segment(), move, clocks);
      }
    };
  }

  private Object array(ElementType type, int length) {
    if (array == null
        || array.getClass() != type.arrayClass()
        || Array.getLength(array) != length) {
      array = null; // so that two of them never need room at once
      array = Array.newInstance(type.arrayClass().componentType(), length);
    }
    return array;
  }

  /// Gives back what was kept.
  private void leave() throws IOException {
    if (session != null) {
      Exercise.Session left = session;
      session = null;
      left.close();
    }
  }

  /// The moves of an approach.
  private static final class Moving implements Exercise.Session {
    private static final long PAGE_BYTES = 4096;

    /// What was read lest the compiler leave the reading out.
    @SuppressWarnings("UnusedVariable")
    private static volatile long seen;

    private final Task task;
    private final MemorySegment array;
    private final Move move;
    private final List<ProcessorClock> processors;
    private long start;
    private long end;

    /// @param processors the clock of them, where it is looked at
    Moving(Task task, MemorySegment array, Move move, List<ProcessorClock> processors) {
      this.task = task;
      this.array = array;
      this.move = move;
      this.processors = processors;
    }

    private long processorNanos() {
      return processors.stream().mapToLong(ProcessorClock::nanos).sum();
    }

    String processor(Reading reading) {
      return processors.isEmpty() ? "" : " " + reading.processorNanos();
    }

    @Override
    public void arm(long salt) {
      if (task.work().operation() == Operation.READ) {
        ContentPattern.inMemory(salt, task).spoil(array, task);
      } else {
        ContentPattern.inMemory(salt, task).fill(array, task);
      }
    }

    @Override
    public Reading run() throws Exception {
      touch();
      move.meet();
      long before = processorNanos();
      start = System.nanoTime();
      move.run();
      long returned = System.nanoTime();
      long processor = move.ownProcessorNanos().orElse(processorNanos() - before);
      OptionalLong own = move.ownNanos();
      end = own.isPresent() ? start + own.getAsLong() : returned;
      move.settle();
      return new Reading(end - start, 1, processor);
    }

    /// Reads a byte of each page. The tables by which the processor finds the pages leave its
    /// caches while other work is done between two runs: some runs would take a fourth longer than
    /// others.
    private void touch() {
      long sum = 0;
      for (long at = 0; at < array.byteSize(); at += PAGE_BYTES) {
        sum += array.get(ValueLayout.JAVA_BYTE, at);
      }
      seen = sum;
    }

    @Override
    public Optional<String> fault(long salt) {
      return move.ownNanos().isPresent()
          ? Optional.empty()
          : ContentPattern.inMemory(salt, task).difference(array, task);
    }

    @Override
    public void close() throws IOException {
      move.close();
    }
  }
}
