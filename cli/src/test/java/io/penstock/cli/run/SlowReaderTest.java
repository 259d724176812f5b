package io.penstock.cli.run;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.message.launch.JoinedOutput;
import io.penstock.message.launch.Order;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What processes have printed reaches a reader who takes his time.
@Timeout(60)
class SlowReaderTest {
  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofDays(1);

  /// Takes as many writes as it is allowed to.
  private static final class Sluice extends OutputStream {
    private final Semaphore allowed = new Semaphore(0);
    private final CountDownLatch entered = new CountDownLatch(1);
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

    @Override
    public void write(int value) {
      throw new UnsupportedOperationException("bytes come in pieces");
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      entered.countDown();
      allowed.acquireUninterruptibly();
      taken.write(bytes, from, count);
    }

    void open() {
      allowed.release(Integer.MAX_VALUE / 2);
    }

    String taken() {
      return taken.toString(US_ASCII);
    }
  }

  /// Lets a sluice open when a thread has waited a few times over.
  private static void openAfterSomeWaits(Sluice sluice, Thread waiter) {
    Thread.ofVirtual()
        .start(
            () -> {
              for (int waits = 0; waits < 3 && waiter.isAlive(); waits++) {
                awaitState(waiter, true);
                awaitState(waiter, false);
              }
              sluice.open();
            });
  }

  private static void awaitState(Thread thread, boolean waiting) {
    while (thread.isAlive() && (thread.getState() == Thread.State.TIMED_WAITING) != waiting) {
      Thread.onSpinWait();
    }
  }

  @Test
  void timeInWhichTheReaderTakesNothingIsNoSilence() throws Exception {
    Sluice reader = new Sluice();
    InputStream printed = new ByteArrayInputStream("all of it\n".getBytes(US_ASCII));
    Pump pump = new Pump(printed, reader, e -> {});
    Thread.ofPlatform().start(pump);
    reader.entered.await();
    boolean[] ended = new boolean[1];
    Thread waiter =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    ended[0] = pump.awaitEnd(MOMENT, System.nanoTime());
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
    openAfterSomeWaits(reader, waiter);
    waiter.join();
    assertThat(ended[0]).isTrue();
    assertThat(reader.taken()).isEqualTo("all of it\n");
  }

  @Test
  void aSilenceIsTheEndAndNoHalfLineFollowsIt() throws Exception {
    try (PipedInputStream pipe = new PipedInputStream()) {
      PipedOutputStream heldBySomebodyElse = new PipedOutputStream(pipe);
      ByteArrayOutputStream sink = new ByteArrayOutputStream();
      JoinedOutput joined = new JoinedOutput(sink);
      Pump pump = new Pump(pipe, joined.source(0, false), e -> {});
      Thread thread = Thread.ofPlatform().start(pump);
      heldBySomebodyElse.write("a line\na beginning".getBytes(US_ASCII));
      heldBySomebodyElse.flush();
      while (!sink.toString(US_ASCII).endsWith("a line\n")) {
        Thread.onSpinWait();
      }
      assertThat(pump.awaitEnd(MOMENT, System.nanoTime())).isFalse();
      pump.finish();
      heldBySomebodyElse.write(" and its end\n".getBytes(US_ASCII));
      heldBySomebodyElse.close();
      thread.join();
      assertThat(sink.toString(US_ASCII)).isEqualTo("[0] a line\n[0] a beginning\n");
    }
  }

  // 60,000 bytes: a pipe holds them, so that the process can end however little is on its way.
  @Test
  void theEndOfAProcessIsToldAndItsOutputAwaited() throws Exception {
    Sluice reader = new Sluice();
    Supervisor supervisor = new Supervisor(LONG, line -> {});
    CountDownLatch told = new CountDownLatch(1);
    Supervisor.Member process =
        process("rank 0", "seq -f '%079g' 750", new JoinedOutput(reader), 0);
    supervisor.add(
        new Supervisor.Member() {
          @Override
          public String name() {
            return process.name();
          }

          @Override
          public void watch(Supervisor.Observer observer) {
            process.watch(
                new Supervisor.Observer() {
                  @Override
                  public void died(int status) {
                    observer.died(status);
                  }

                  @Override
                  public void ended(int status) {
                    observer.ended(status);
                    told.countDown();
                  }

                  @Override
                  public void drained() {
                    observer.drained();
                  }
                });
          }

          @Override
          public boolean hasBegun() {
            return true;
          }

          @Override
          public void order(Order order) {
            process.order(order);
          }
        });
    Thread.ofVirtual().start(() -> openAfter(told, reader));
    assertThat(supervisor.run()).isZero();
    assertThat(reader.taken().lines())
        .isEqualTo(IntStream.rangeClosed(1, 750).mapToObj("[0] %079d"::formatted).toList());
  }

  private static void openAfter(CountDownLatch told, Sluice reader) {
    try {
      told.await();
      reader.open();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static ChildProcess process(String name, String script, JoinedOutput output, int rank)
      throws IOException {
    Process process =
        new ProcessBuilder("sh", "-c", script)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    OutputStream source = output.source(rank, false);
    Pump pump = new Pump(process.getInputStream(), source, e -> {});
    return new ChildProcess(name, process, List.of(pump), () -> false, () -> {});
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void allLinesOfSeveralProcessesReachASlowReaderWhole(int processes) throws Exception {
    storm(processes, 2000, 17);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 30})
  void manyLinesOfSeveralProcessesReachASlowReaderWhole(int processes) throws Exception {
    for (int seed = 0; seed < 20; seed++) {
      storm(processes, 20_000, seed);
    }
  }

  private static void storm(int processes, int lines, int seed) throws Exception {
    Random random = new Random(seed);
    ByteArrayOutputStream taken = new ByteArrayOutputStream();
    JoinedOutput output = new JoinedOutput(slow(taken, random));
    Supervisor supervisor = new Supervisor(LONG, line -> {});
    for (int rank = 0; rank < processes; rank++) {
      supervisor.add(process("rank " + rank, "seq " + lines, output, rank));
    }
    assertThat(supervisor.run()).isZero();
    List<List<String>> byRank = new ArrayList<>();
    for (int rank = 0; rank < processes; rank++) {
      String label = "[" + rank + "] ";
      byRank.add(taken.toString(UTF_8).lines().filter(line -> line.startsWith(label)).toList());
      assertThat(byRank.get(rank))
          .isEqualTo(IntStream.rangeClosed(1, lines).mapToObj(line -> label + line).toList());
    }
    assertThat(taken.toString(UTF_8).lines()).hasSize(processes * lines);
  }

  /// Takes its time over some of the pieces, and takes them byte by byte sometimes.
  private static OutputStream slow(ByteArrayOutputStream taken, Random random) {
    return new OutputStream() {
      @Override
      public void write(int value) {
        taken.write(value);
      }

      @Override
      public void write(byte[] bytes, int from, int count) {
        if (random.nextInt(4) == 0) {
          LockSupport.parkNanos(random.nextInt(5_000_000));
        }
        taken.write(bytes, from, count);
      }
    };
  }
}
