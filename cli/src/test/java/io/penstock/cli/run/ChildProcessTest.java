package io.penstock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.Order;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What cannot be started is told in one line, and the end of what was started is always told.
@Timeout(60)
class ChildProcessTest {
  /// Tries to start a process where no descriptor is left, and prints why that fails.
  static final class Starved {
    private Starved() {}

    public static void main(String[] arguments) throws Exception {
      String _ =
          outcome("/no/such"); // where classes lie in folders, loading one takes a descriptor
      List<AutoCloseable> open = new ArrayList<>();
      try {
        while (true) {
          open.add(new FileInputStream("/dev/null"));
        }
      } catch (IOException full) {
        for (int left = Integer.parseInt(arguments[0]); left > 0; left--) {
          open.removeLast().close();
        }
      }
      System.out.println(outcome("/bin/true"));
    }

    private static String outcome(String program) {
      try {
        ChildProcess.start(new ProcessBuilder(program), "check this JDK");
        return "started";
      } catch (LaunchException e) {
        return String.valueOf(e.getMessage());
      }
    }
  }

  @Test
  void aProgramThatIsMissing() {
    assertThatExceptionOfType(LaunchException.class)
        .isThrownBy(() -> ChildProcess.start(new ProcessBuilder("/no/such"), "install it"))
        .withMessageMatching("/no/such: cannot be started: [^\\n]*; install it");
  }

  @Test
  void aLimitOfOpenFilesIsNamedWhereItIsTheReason() throws Exception {
    for (int left = 0; left < 8; left++) {
      Process starved =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  "ulimit -n 100; exec \"$@\"",
                  "sh",
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx64m",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  String.join(
                      File.pathSeparator,
                      place(LaunchException.class),
                      place(ChildProcess.class),
                      place(Starved.class)),
                  Starved.class.getName(),
                  Integer.toString(left))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      assertThat(starved.inputReader().lines())
          .singleElement()
          .asString()
          .matches("started|/bin/true: cannot be started: .*; raise the limit of open files .*");
    }
  }

  private record Unheard() implements Supervisor.Observer {
    @Override
    public void died(int status) {}

    @Override
    public void ended(int status) {}

    @Override
    public void drained() {}
  }

  @Test
  void theEndIsToldByThreadsThatWereThereFromTheStart() throws Exception {
    Process process = new ProcessBuilder("cat").start();
    CompletableFuture<Thread> ending = new CompletableFuture<>();
    ChildProcess child =
        new ChildProcess(
            "cat", process, List.of(), () -> false, () -> ending.complete(Thread.currentThread()));
    child.watch(new Unheard());
    Set<Thread> threads = Thread.getAllStackTraces().keySet();
    process.getOutputStream().close();
    assertThat(threads).contains(ending.get());
  }

  @Test
  void anOrderKillsAProcessWhoseProgramHasNotBegun() throws Exception {
    Process process = new ProcessBuilder("sh", "-c", "trap '' TERM; echo; exec cat").start();
    assertThat(process.getInputStream().read()).isEqualTo('\n');
    ChildProcess child = new ChildProcess("cat", process, List.of(), () -> true, () -> {});
    assertThat(child.hasBegun()).isFalse();
    child.order(Order.TERMINATE);
    assertThat(process.waitFor()).isEqualTo(Order.KILL.status());
  }

  /// Where a class was loaded from.
  private static String place(Class<?> type) {
    String name = "/" + type.getName().replace('.', '/') + ".class";
    String found = Objects.requireNonNull(type.getResource(name)).toString();
    String place = found.substring(0, found.length() - name.length());
    String folder = place.startsWith("jar:") ? place.substring(4, place.length() - 1) : place;
    return Path.of(URI.create(folder)).toString();
  }
}
