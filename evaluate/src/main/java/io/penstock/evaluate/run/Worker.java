package io.penstock.evaluate.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.array.ElementType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The process of an approach in Java: does what it is told on standard input, one line each, and
/// answers on standard output.
///
/// | told | does | answers |
/// |---|---|---|
/// | `prepare TASK` | allocates the array, makes the approach ready | `ready`, `absent WHY` |
/// | `arm SALT` | fills the source or spoils the target | `armed` |
/// | `run` | moves | `ran START END`, nanoseconds of the monotonic clock |
/// | `verify SALT` | compares the target | `verified`, `wrong WHERE` |
/// | `quit` | ends | |
///
/// The answer to anything that failed is `error WHY`.
public final class Worker {
  private final Approach approach;
  private @Nullable Task task;
  private @Nullable Object array;
  private @Nullable Move move;

  private Worker(Approach approach) {
    this.approach = approach;
  }

  /// Serves until told to quit or the input ends.
  ///
  /// @param arguments the class of the approach
  public static void main(String[] arguments) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err); // what the approach prints is not an answer
    Constructor<?> constructor = Class.forName(arguments[0]).getDeclaredConstructor();
    constructor.setAccessible(true);
    Worker worker = new Worker((Approach) constructor.newInstance());
    try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      worker.serve(orders, answers);
    }
    System.exit(0); // threads that an approach left behind must not keep the process alive
  }

  private void serve(BufferedReader orders, PrintStream answers) throws IOException {
    String order = orders.readLine();
    while (order != null && !order.equals("quit")) {
      answers.println(answer(order));
      answers.flush();
      order = orders.readLine();
    }
  }

  private String answer(String order) {
    try {
      String[] words = order.split(" ", 2);
      return switch (words[0]) {
        case "prepare" -> prepare(TaskText.read(words[1]));
        case "arm" -> arm(Long.parseLong(words[1]));
        case "run" -> run();
        case "verify" -> verify(Long.parseLong(words[1]));
        default -> "error no such order: " + order;
      };
    } catch (AbsentException e) {
      return "absent " + line(e.reason());
    } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
      e.printStackTrace();
      return "error " + line(e.toString());
    }
  }

  private String prepare(Task next) throws Exception {
    if (move != null) {
      move.close();
      move = null;
    }
    task = next;
    allocate(next.work().type(), Math.toIntExact(next.arrayElements()));
    move = approach.prepare(next, Objects.requireNonNull(array));
    return "ready";
  }

  private void allocate(ElementType type, int length) {
    if (array == null
        || array.getClass() != type.arrayClass()
        || Array.getLength(array) != length) {
      array = null; // so that two of them never need room at once
      array = Array.newInstance(type.arrayClass().componentType(), length);
    }
  }

  private String arm(long salt) {
    if (prepared().work().operation() == Operation.READ) {
      contents().spoil(salt);
    } else {
      contents().fill(salt);
    }
    return "armed";
  }

  private String run() throws Exception {
    Move ready = Objects.requireNonNull(move, "nothing was prepared");
    long start = System.nanoTime();
    ready.run();
    long end = System.nanoTime();
    return "ran " + start + " " + end;
  }

  private String verify(long salt) {
    Optional<String> difference = contents().difference(salt);
    return difference.map(where -> "wrong " + line(where)).orElse("verified");
  }

  private ArrayContents contents() {
    return new ArrayContents(prepared(), ElementType.segment(Objects.requireNonNull(array)));
  }

  private Task prepared() {
    return Objects.requireNonNull(task, "nothing was prepared");
  }

  private static String line(@Nullable String text) {
    return String.valueOf(text).replaceAll("\\s+", " ");
  }
}
