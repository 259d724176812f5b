package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class EndingTest {
  /// A process whose standard error takes nothing, as that of a rank whose network is lost.
  static final class Muted {
    private Muted() {}

    public static void main(String[] arguments) throws InterruptedException {
      System.setErr(
          new PrintStream(
              new OutputStream() {
                @Override
                public void write(int one) {
                  while (true) {
                    LockSupport.park(this);
                  }
                }
              }));
      Ending.orphaned("the launcher is gone");
      new CountDownLatch(1).await();
    }
  }

  @Test
  void aProcessEndsThoughNobodyReadsWhy() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                ChildJvm.classPath(Ending.class)
                    + File.pathSeparator
                    + ChildJvm.folder(Muted.class),
                Muted.class.getName())
            .inheritIO()
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
      assertThat(process.exitValue()).isEqualTo(Order.TERMINATE.status());
    } finally {
      process.destroyForcibly();
    }
  }
}
