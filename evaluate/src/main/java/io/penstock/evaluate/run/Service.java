package io.penstock.evaluate.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A process that does what it is told on standard input, one line each, and answers on standard
/// output.
///
/// | told | answers |
/// |---|---|
/// | `prepare TASK` | `ready`, `absent WHY` |
/// | `arm SALT` | `armed` |
/// | `run` | what [Duties#run] says |
/// | `verify SALT` | `verified`, `wrong WHERE` |
/// | `quit` | |
///
/// The answer to anything that failed is `error WHY`.
final class Service {

  /// What the orders mean.
  interface Duties {
    void prepare(String task) throws Exception;

    void arm(long salt) throws Exception;

    String run() throws Exception;

    Optional<String> difference(long salt) throws Exception;

    /// Gives back what was kept, before the process ends as it was told to.
    void leave() throws Exception;
  }

  private final Duties duties;

  private Service(Duties duties) {
    this.duties = duties;
  }

  /// Serves until told to quit or the input ends, then ends the process.
  ///
  /// @param arguments of the process, which say where its way is found
  /// @param type of the way
  /// @param duties by such a way
  static <T extends Way> void serve(String[] arguments, Class<T> type, Function<T, Duties> duties)
      throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err); // what an approach prints is not an answer
    Service service = new Service(duties.apply(type.cast(Address.find(arguments))));
    try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      service.serve(orders, answers);
    }
    System.exit(0); // threads that an approach left behind must not keep the process alive
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
}
