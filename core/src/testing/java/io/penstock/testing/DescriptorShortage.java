package io.penstock.testing;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/// A process that runs out of file descriptors and has them again. The classes of tests lie in
/// folders, so that a class that is loaded meanwhile needs one too.
public final class DescriptorShortage {
  private static final List<String> STARTER =
      List.of("sh", "-c", "ulimit -n 120; exec \"$@\"", "sh");

  private static final List<String> OPTIONS = List.of(ChildJvm.NATIVE_ACCESS, "-XX:-MaxFDLimit");

  private DescriptorShortage() {}

  /// Starts a JVM that may have few descriptors and runs a program, which calls [#meet].
  public static ChildJvm start(Class<?> program, String... arguments) throws IOException {
    return ChildJvm.start(STARTER, OPTIONS, Map.of(), program, arguments);
  }

  /// Does something, takes all descriptors, does it again, gives them back, and does it again.
  /// Prints each outcome.
  public static void meet(Callable<String> work) throws IOException {
    System.out.println(outcome(work));
    List<InputStream> streams = exhausted();
    String without = outcome(work);
    for (InputStream stream : streams) {
      stream.close();
    }
    System.out.println(without);
    System.out.println(outcome(work));
  }

  private static String outcome(Callable<String> work) {
    try {
      return work.call();
    } catch (Exception | Error e) {
      return e.toString();
    }
  }

  private static List<InputStream> exhausted() {
    List<InputStream> streams = new ArrayList<>();
    try {
      while (true) {
        streams.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException e) {
      return streams;
    }
  }
}
