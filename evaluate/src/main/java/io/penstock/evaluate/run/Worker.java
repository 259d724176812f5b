package io.penstock.evaluate.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.array.ElementType;
import io.penstock.file.FileEngines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The process of a way in Java: it does what it is told on standard input, one line each, and
/// answers on standard output.
///
/// | told | does | answers |
/// |---|---|---|
/// | `prepare TASK` | makes the way ready | `ready`, `absent WHY` |
/// | `arm SALT` | fills sources, spoils targets | `armed` |
/// | `run` | moves a file | `ran START END`, nanoseconds of the monotonic clock |
/// | `run` | times a batch of a drill | `did AMOUNT OPERATIONS`, see [Reading] |
/// | `verify SALT` | compares what was done | `verified`, `wrong WHERE` |
/// | `quit` | ends | |
///
/// The answer to anything that failed is `error WHY`.
public final class Worker {
  /// The argument of a process that runs long: the library binds C functions before the first work,
  /// and not while it is measured.
  static final String BOUND = "bound";

  /// The meaning of the orders.
  private interface Duties {
    void prepare(String task) throws Exception;

    void arm(long salt) throws Exception;

    String run() throws Exception;

    Optional<String> difference(long salt) throws Exception;

    /// Gives back what was kept, before the process ends as it was told to.
    void leave() throws Exception;
  }

  private final Duties duties;

  private Worker(Duties duties) {
    this.duties = duties;
  }

  /// Serves until told to quit or the input ends, then ends the process.
  ///
  /// @param arguments where the way is found, and perhaps [#BOUND]
  public static void main(String[] arguments) throws Exception {
    bind(arguments);
    PrintStream answers = System.out;
    System.setOut(System.err); // what an approach prints is not an answer
    serve(arguments, System.in, answers);
    System.exit(0); // threads that an approach left behind must not keep the process alive
  }

  /// Binds C functions where the arguments say so.
  static void bind(String[] arguments) {
    if (List.of(arguments).contains(BOUND)) {
      FileEngines.bind();
    }
  }

  /// Serves until told to quit or the orders end.
  ///
  /// @param arguments where the way is found
  static void serve(String[] arguments, InputStream told, PrintStream answers) throws Exception {
    Duties duties =
        switch (Address.find(arguments)) {
          case Approach approach -> new Moving(approach);
          case Exercise exercise -> new Drilling(exercise);
        };
    try (BufferedReader orders = new BufferedReader(new InputStreamReader(told, UTF_8))) {
      new Worker(duties).serve(orders, answers);
    }
  }

  private void serve(BufferedReader orders, PrintStream answers) throws Exception {
    String order = orders.readLine();
    while (order != null && !order.equals("quit")) {
      answers.println(answer(order));
      answers.flush();
      order = orders.readLine();
    }
    if (order != null) {
      duties.leave();
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
      case "prepare" -> prepare(words[1]);
      case "arm" -> arm(Long.parseLong(words[1]));
      case "run" -> duties.run();
      case "verify" -> verify(Long.parseLong(words[1]));
      default -> "error no such order: " + String.join(" ", words);
    };
  }

  private String prepare(String task) throws Exception {
    duties.prepare(task);
    return "ready";
  }

  private String arm(long salt) throws Exception {
    duties.arm(salt);
    return "armed";
  }

  private String verify(long salt) throws Exception {
    return duties.difference(salt).map(where -> "wrong " + line(where)).orElse("verified");
  }

  private static String line(@Nullable String text) {
    return String.valueOf(text).replaceAll("\\s+", " ");
  }

  /// The moves of an approach.
  private static final class Moving implements Duties {
    private final Approach approach;
    private @Nullable Task task;
    private @Nullable Object array;
    private @Nullable Move move;

    Moving(Approach approach) {
      this.approach = approach;
    }

    @Override
    public void prepare(String words) throws Exception {
      leave();
      Task next = TaskText.read(words);
      task = next;
      allocate(next.work().type(), Math.toIntExact(next.arrayElements()));
      move = approach.prepare(next, Objects.requireNonNull(array));
    }

    @Override
    public void leave() throws IOException {
      if (move != null) {
        Move left = move;
        move = null;
        left.close();
      }
    }

    private void allocate(ElementType type, int length) {
      if (array == null
          || array.getClass() != type.arrayClass()
          || Array.getLength(array) != length) {
        array = null; // so that two of them never need room at once
        array = Array.newInstance(type.arrayClass().componentType(), length);
      }
    }

    @Override
    public void arm(long salt) {
      if (prepared().work().operation() == Operation.READ) {
        contents().spoil(salt);
      } else {
        contents().fill(salt);
      }
    }

    @Override
    public String run() throws Exception {
      Move ready = Objects.requireNonNull(move, "nothing was prepared");
      ready.meet();
      long start = System.nanoTime();
      ready.run();
      long end = System.nanoTime();
      ready.settle();
      return "ran " + start + " " + end;
    }

    @Override
    public Optional<String> difference(long salt) {
      return contents().difference(salt);
    }

    private ArrayContents contents() {
      return new ArrayContents(prepared(), ElementType.segment(Objects.requireNonNull(array)));
    }

    private Task prepared() {
      return Objects.requireNonNull(task, "nothing was prepared");
    }
  }

  /// The batches of an exercise.
  private static final class Drilling implements Duties {
    private final Exercise exercise;
    private Exercise.@Nullable Session session;

    Drilling(Exercise exercise) {
      this.exercise = exercise;
    }

    @Override
    public void prepare(String words) throws Exception {
      leave();
      session = exercise.prepare(DrillText.read(words));
    }

    @Override
    public void leave() throws IOException {
      if (session != null) {
        Exercise.Session left = session;
        session = null;
        left.close();
      }
    }

    @Override
    public void arm(long salt) throws Exception {
      prepared().arm(salt);
    }

    @Override
    public String run() throws Exception {
      Reading reading = prepared().run();
      return "did " + reading.amount() + " " + reading.operations();
    }

    @Override
    public Optional<String> difference(long salt) throws Exception {
      return prepared().fault(salt);
    }

    private Exercise.Session prepared() {
      return Objects.requireNonNull(session, "nothing was prepared");
    }
  }
}
