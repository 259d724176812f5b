package io.penstock;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// The program of a JVM that runs the tests which must notice a planted bug, up to the first that
/// fails.
final class NoticingTests implements TestExecutionListener {
  /// The exit status where all tests passed.
  static final int GREEN = 80;

  /// The exit status where one failed.
  static final int RED = 81;

  /// The exit status where no test ran.
  static final int NONE = 82;

  private final CancellationToken first = CancellationToken.create();
  private final PrintStream out;
  private int passed;
  private int failed;

  private NoticingTests(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] tests) {
    // What tests print themselves is of no interest.
    PrintStream out = System.out;
    System.setOut(new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    NoticingTests run = new NoticingTests(out);
    run.run(Stream.of(tests).map(NoticingTests::selector).toList());
    out.flush();
    // Threads that a bug has left must not keep the JVM.
    Runtime.getRuntime().halt(run.failed > 0 ? RED : run.passed > 0 ? GREEN : NONE);
  }

  private static DiscoverySelector selector(String test) {
    int method = test.indexOf('#');
    if (method < 0) {
      return DiscoverySelectors.selectClass(test);
    }
    // By its name alone, whatever its parameters.
    String type = test.substring(0, method);
    String name = test.substring(method + 1);
    return Stream.of(load(type).getDeclaredMethods())
        .filter(one -> one.getName().equals(name))
        .findFirst()
        .map(one -> (DiscoverySelector) DiscoverySelectors.selectMethod(load(type), one))
        .orElseThrow(() -> new IllegalArgumentException("there is no test " + test));
  }

  private static Class<?> load(String type) {
    try {
      return Class.forName(type, false, NoticingTests.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException("there is no class " + type, e);
    }
  }

  private void run(List<DiscoverySelector> selectors) {
    LauncherDiscoveryRequest tests =
        LauncherDiscoveryRequestBuilder.discoveryRequest()
            .selectors(selectors)
            .filters(TagFilter.excludeTags("long"))
            .build();
    LauncherFactory.create()
        .execute(
            LauncherExecutionRequestBuilder.executionRequest(tests)
                .listeners(this)
                .cancellationToken(first)
                .build());
  }

  private static String name(TestIdentifier test) {
    String display = test.getDisplayName();
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(MethodSource.class::cast)
        .map(
            method ->
                method.getClassName().replaceAll(".*[.]", "")
                    + "#"
                    + method.getMethodName()
                    + (display.startsWith(method.getMethodName()) ? "" : " " + display))
        .orElse(display);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == TestExecutionResult.Status.FAILED) {
      failed++;
      first.cancel();
      String why = result.getThrowable().map(Throwable::toString).orElse("");
      out.println(name(test) + ": " + why.lines().findFirst().orElse(""));
    } else if (test.isTest()) {
      passed++;
    }
  }
}
