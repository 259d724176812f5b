package io.penstock.message;

import io.penstock.testing.LaunchedRanks;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;

/// A program that each rank of a launched job runs: the contract suites, test by test.
///
/// ```
/// LaunchedSuites LAUNCHED-RANKS-CLASS REPORT-FOLDER SUITE-CLASS...
/// ```
///
/// Each rank writes a report, `rank-N`: a line for each test that it begins and one for how that
/// ends. A test that hangs ends the process.
final class LaunchedSuites {
  private static final long PATIENCE_SECONDS = 60;

  private final LaunchedRanks launched;
  private final Path report;
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  private LaunchedSuites(LaunchedRanks launched, Path folder) {
    this.launched = launched;
    this.report = folder.resolve("rank-" + launched.all().rank());
  }

  public static void main(String[] args) throws Exception {
    LaunchedRanks launched = (LaunchedRanks) make(Class.forName(args[0]));
    LaunchedSuites suites = new LaunchedSuites(launched, Path.of(args[1]));
    for (String suite : Arrays.asList(args).subList(2, args.length)) {
      suites.run(Class.forName(suite));
    }
    suites.note("END");
    launched.all().close();
  }

  private static Object make(Class<?> type) throws ReflectiveOperationException {
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  private void run(Class<?> suite) throws Exception {
    List<Method> tests =
        Stream.of(suite.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(ParameterizedTest.class))
            .sorted(Comparator.comparing(Method::getName))
            .toList();
    for (Method test : tests) {
      for (Object[] arguments : arguments(test)) {
        run(suite, test, arguments);
      }
    }
  }

  /// A test of several sizes runs with as many of the ranks.
  private List<Object[]> arguments(Method test) {
    TestJob job = new LaunchedJob(launched);
    if (test.getParameterCount() == 1) {
      return List.<Object[]>of(new Object[] {job});
    }
    List<Object[]> all = new ArrayList<>();
    for (int ranks = 1; ranks <= launched.all().size(); ranks++) {
      all.add(new Object[] {job, ranks});
    }
    return all;
  }

  private void run(Class<?> suite, Method test, Object... arguments) throws Exception {
    String name =
        suite.getSimpleName()
            + "."
            + test.getName()
            + (arguments.length > 1 ? "(" + arguments[1] + ")" : "");
    note("BEGIN " + name);
    ScheduledFuture<?> alarm =
        watch.schedule(() -> giveUp(name), PATIENCE_SECONDS, TimeUnit.SECONDS);
    test.setAccessible(true);
    try {
      test.invoke(make(suite), arguments);
      note("OK " + name);
    } catch (InvocationTargetException e) {
      note("FAILED " + name + " " + trace(Objects.requireNonNull(e.getCause())));
    } finally {
      alarm.cancel(false);
    }
  }

  private void giveUp(String name) {
    StringBuilder stacks = new StringBuilder();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              stacks.append("\\n").append(thread);
              Stream.of(stack).forEach(frame -> stacks.append("\\n  ").append(frame));
            });
    note("FAILED %s took more than %d s%s".formatted(name, PATIENCE_SECONDS, stacks));
    Runtime.getRuntime().halt(9);
  }

  private static String trace(Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text));
    return text.toString().replace("\n", "\\n");
  }

  private void note(String line) {
    try {
      Files.writeString(report, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
