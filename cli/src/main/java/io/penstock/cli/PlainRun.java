package io.penstock.cli;

import io.penstock.cli.run.Job;
import io.penstock.cli.run.Program;
import io.penstock.cli.run.Request;
import io.penstock.cli.run.Screen;
import io.penstock.cli.run.Terminals;
import io.penstock.cli.run.Transport;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.LaunchException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ExitCode;

/// A `run` that needs no grammar: its options are common ones, on this machine and without
/// mistakes.
///
/// It does what [RunCommand] does with the same arguments, without picocli, whose look at the verb
/// takes longer than a rank takes to start and to end.
final class PlainRun {
  /// The longest time that an option may say.
  static final int MOST_SECONDS = 86_400;

  private static final String RANKS = "-n";
  private static final String TRANSPORT = "--transport";
  private static final String CLASS_PATH = "-cp";
  private static final String JAVA_OPTION = "--java-option";
  private static final String TIMEOUT = "--timeout";
  private static final String GRACE = "--grace";

  private static final Map<String, String> OTHER_NAMES =
      Map.of("--ranks", RANKS, "-classpath", CLASS_PATH, "--class-path", CLASS_PATH);

  /// How options of the verb go on behind their first hyphen.
  private static final String OWN_BEGINNINGS = "-nchV";

  private static final int MOST_DIGITS = 5;

  private final Map<String, String> values = new HashMap<>();
  private final List<String> javaOptions = new ArrayList<>();
  private List<String> words;

  private PlainRun(List<String> words) {
    this.words = words;
    values.put(RANKS, "");
    values.put(TRANSPORT, Transport.TCP.toString());
    values.put(CLASS_PATH, Optional.ofNullable(System.getenv("CLASSPATH")).orElse("."));
    values.put(TIMEOUT, "30");
    values.put(GRACE, "5");
  }

  /// Takes a command line apart.
  ///
  /// @return empty where the command line is something else, or has to be looked at by picocli
  static Optional<PlainRun> of(String... arguments) {
    if (arguments.length == 0 || !arguments[0].equals("run")) {
      return Optional.empty();
    }
    PlainRun run = new PlainRun(Arrays.asList(arguments).subList(1, arguments.length));
    return run.takeOptions() && run.isRight() ? Optional.of(run) : Optional.empty();
  }

  // What follows the main class is the program's own.
  private boolean takeOptions() {
    List<String> taken = new ArrayList<>();
    while (!words.isEmpty() && words.getFirst().startsWith("-")) {
      if (!takeOption(words.getFirst(), taken)) {
        return false;
      }
    }
    return !words.isEmpty();
  }

  private boolean takeOption(String word, List<String> taken) {
    int equals = word.indexOf('=');
    boolean alone = equals < 0;
    if (alone && (words.size() == 1 || words.get(1).startsWith("-"))) {
      return false;
    }
    String name = alone ? word : word.substring(0, equals);
    String value = alone ? words.get(1) : word.substring(equals + 1);
    if (mayBeOption(value)) {
      return false;
    }
    words = words.subList(alone ? 2 : 1, words.size());
    if (name.equals(JAVA_OPTION)) {
      return javaOptions.add(value);
    }
    String option = OTHER_NAMES.getOrDefault(name, name);
    boolean first = !taken.contains(option) && taken.add(option);
    return first && values.replace(option, value) != null;
  }

  // No option of run's may be the value of another, which picocli knows; Java's are left to it too
  // where they begin like one.
  private static boolean mayBeOption(String value) {
    return value.startsWith("-")
        && value.length() > 1
        && OWN_BEGINNINGS.indexOf(value.charAt(1)) >= 0;
  }

  private boolean isRight() {
    return isWithin(RANKS, JobDescription.MOST_RANKS)
        && isWithin(TIMEOUT, MOST_SECONDS)
        && isWithin(GRACE, MOST_SECONDS)
        && (transport() == Transport.TCP || transport() == Transport.THREADS)
        && !value(CLASS_PATH).isEmpty()
        && !value(CLASS_PATH).contains("$"); // picocli would look behind it for a variable
  }

  private boolean isWithin(String option, int most) {
    String text = value(option);
    boolean digits = !text.isEmpty() && text.length() <= MOST_DIGITS;
    for (int i = 0; i < text.length(); i++) {
      digits &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    return digits && number(option) >= 1 && number(option) <= most;
  }

  private String value(String option) {
    return values.getOrDefault(option, "");
  }

  private int number(String option) {
    return Integer.parseInt(value(option));
  }

  /// [Transport#MPI] stands for whatever else was named, too.
  private Transport transport() {
    return switch (value(TRANSPORT)) {
      case "tcp" -> Transport.TCP;
      case "threads" -> Transport.THREADS;
      default -> Transport.MPI;
    };
  }

  /// Runs the program.
  ///
  /// @return the exit status
  int run(PrintWriter diagnostics) {
    try {
      return run(request(), diagnostics);
    } catch (IOException | InterruptedException e) {
      return Complaints.about(e, diagnostics);
    }
  }

  private Request request() throws IOException {
    Program program =
        new Program(
            Program.classPath(value(CLASS_PATH)),
            javaOptions,
            words.getFirst(),
            words.subList(1, words.size()));
    return new Request(
        number(RANKS),
        transport(),
        program,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Duration.ofSeconds(number(TIMEOUT)),
        Duration.ofSeconds(number(GRACE)));
  }

  /// Runs a job.
  ///
  /// @param diagnostics takes lines about the job itself
  /// @return the exit status
  static int run(Request request, PrintWriter diagnostics)
      throws IOException, InterruptedException {
    try {
      request.program().check();
      return Job.run(request, screen(diagnostics));
    } catch (LaunchException e) {
      diagnostics.println("penstock: " + e.getMessage());
      return ExitCode.SOFTWARE;
    }
  }

  private static Screen screen(PrintWriter diagnostics) {
    boolean coloured = Colors.wanted();
    return new Screen(
        new StandardOutput(),
        new FileOutputStream(FileDescriptor.err),
        coloured,
        coloured && Terminals.errorsAreSeen(),
        line -> diagnostics.println("penstock: " + line),
        e -> Complaints.about(e, diagnostics));
  }
}
