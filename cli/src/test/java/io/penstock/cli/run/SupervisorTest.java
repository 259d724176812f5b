package io.penstock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.message.launch.LaunchException;
import io.penstock.message.launch.Order;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SupervisorTest {
  private final List<String> said = new ArrayList<>();
  private final Supervisor patient = new Supervisor(Duration.ofDays(1), said::add);
  private final Supervisor hasty = new Supervisor(Duration.ofMillis(1), said::add);

  /// A process that ends when it is told to, or by an order if it obeys that one.
  private static final class Actor implements Supervisor.Member {
    private final String name;
    private final Order obeys;
    private final List<Order> orders = new CopyOnWriteArrayList<>();
    private Supervisor.@Nullable Observer observer;
    private boolean printing;
    private boolean begun = true;

    Actor(String name, Order obeys) {
      this.name = name;
      this.obeys = obeys;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void watch(Supervisor.Observer by) {
      observer = by;
    }

    @Override
    public boolean hasBegun() {
      return begun;
    }

    @Override
    public void order(Order order) {
      orders.add(order);
      if (order == obeys || order == Order.KILL) {
        end(order.status());
      }
    }

    void end(int status) {
      die(status);
      pass(status);
    }

    /// Ends, while what it printed is still to be passed on.
    void die(int status) {
      Objects.requireNonNull(observer).died(status);
    }

    void pass(int status) {
      Objects.requireNonNull(observer).ended(status);
      if (!printing) {
        drain();
      }
    }

    void drain() {
      Objects.requireNonNull(observer).drained();
    }

    /// Has not come to its program.
    Actor starting() {
      begun = false;
      return this;
    }

    /// Leaves output to be read when it ends.
    Actor printing() {
      printing = true;
      return this;
    }
  }

  @Test
  void aJobSucceedsWhenAllDo() throws InterruptedException {
    Actor first = join(patient, "rank 0", Order.KILL);
    Actor second = join(patient, "rank 1", Order.KILL);
    second.end(0);
    first.end(0);
    assertThat(patient.run()).isZero();
    assertThat(said).isEmpty();
  }

  @Test
  void theFirstFailureCounts() throws InterruptedException {
    Actor first = join(patient, "rank 0", Order.KILL);
    Actor second = join(patient, "rank 1", Order.KILL);
    second.end(7);
    first.end(8);
    assertThat(patient.run()).isEqualTo(7);
    assertThat(said).containsExactly("rank 1 ended with exit status 7");
    assertThat(first.orders).isEmpty();
  }

  @Test
  void theFirstThatFailedCountsThoughItsOutputIsPassedOnLater() throws InterruptedException {
    Actor first = join(patient, "rank 0", Order.KILL);
    Actor second = join(patient, "rank 1", Order.KILL);
    second.die(6);
    first.end(1);
    second.pass(6);
    assertThat(patient.run()).isEqualTo(6);
    assertThat(said).containsExactly("rank 1 ended with exit status 6");
  }

  @Test
  void afterAFailureTheOthersAreTerminatedWhenTheirGraceEnds() throws InterruptedException {
    Actor first = join(hasty, "rank 0", Order.TERMINATE);
    Actor second = join(hasty, "rank 1", Order.TERMINATE);
    second.end(137);
    assertThat(hasty.run()).isEqualTo(137);
    assertThat(first.orders).containsExactly(Order.TERMINATE);
    assertThat(said)
        .containsExactly(
            "rank 1 ended with exit status 137 (killed)", "ending what still runs: rank 0");
  }

  @Test
  void whoDoesNotObeyIsKilled() throws InterruptedException {
    Actor first = join(hasty, "rank 0", Order.KILL);
    join(hasty, "rank 1", Order.KILL).end(1);
    assertThat(hasty.run()).isEqualTo(1);
    assertThat(first.orders).containsExactly(Order.TERMINATE, Order.KILL);
  }

  @Test
  void whoComputesIsWaitedForWhenTheOthersSucceeded() throws InterruptedException {
    Actor first = join(hasty, "rank 0", Order.KILL);
    join(hasty, "rank 1", Order.KILL).end(0);
    Thread later = Thread.ofVirtual().unstarted(() -> first.end(0));
    later.start();
    assertThat(hasty.run()).isZero();
    assertThat(first.orders).isEmpty();
  }

  @Test
  void aSignalIsPassedOnAndItsStatusIsTheJobs() throws InterruptedException {
    Actor first = join(patient, "rank 0", Order.INTERRUPT);
    Actor second = join(patient, "rank 1", Order.INTERRUPT);
    patient.signal(Order.INTERRUPT);
    assertThat(patient.run()).isEqualTo(130);
    assertThat(first.orders).containsExactly(Order.INTERRUPT);
    assertThat(second.orders).containsExactly(Order.INTERRUPT);
    assertThat(said).isEmpty();
  }

  @Test
  void whatASignalEndsBeforeItsProgramBeginsHasTheSignalsStatus() throws InterruptedException {
    join(patient, "rank 0", Order.KILL).starting().end(1);
    Actor killed = join(patient, "rank 1", Order.KILL).starting();
    patient.signal(Order.HANG_UP);
    killed.end(137);
    assertThat(patient.run()).isEqualTo(129);
    assertThat(said).isEmpty();
  }

  @Test
  void whatFailsBeforeItsProgramBeginsIsToldWhereNoSignalComes() throws InterruptedException {
    join(patient, "rank 0", Order.KILL).starting().end(1);
    assertThat(patient.run()).isEqualTo(1);
    assertThat(said).containsExactly("rank 0 ended with exit status 1");
  }

  @Test
  void aTerminalsSignalMayBeHeardAfterTheEndOfTheRanks() throws InterruptedException {
    Actor first = join(patient, "rank 0", Order.KILL);
    first.end(130);
    patient.signal(Order.INTERRUPT);
    assertThat(patient.run()).isEqualTo(130);
    assertThat(said).isEmpty();
  }

  @Test
  void aLineAboutCallersIsNotSaidOnceASignalHasCome() {
    patient.sayUnlessSignalled("a stranger");
    patient.signal(Order.INTERRUPT);
    patient.sayUnlessSignalled("a rank that ends");
    assertThat(said).containsExactly("a stranger");
  }

  @Test
  void aJobThatASignalCutsShortHasTheSignalsStatus() throws InterruptedException {
    patient.signal(Order.TERMINATE);
    patient.cutShort();
    assertThat(patient.run()).isEqualTo(143);
  }

  @Test
  void aSignalThatHindersAProcessFromStartingIsTheReason() throws Exception {
    Job.Starter hindered =
        supervisor -> {
          supervisor.signal(Order.HANG_UP);
          throw new LaunchException("java", "cannot be started: killed", "check this JDK");
        };
    assertThat(Job.run(hindered, patient, new Thread())).isEqualTo(129);
  }

  @Test
  void aSecondInterruptKills() throws InterruptedException {
    Actor stubborn = join(patient, "rank 0", Order.KILL);
    patient.signal(Order.INTERRUPT);
    patient.signal(Order.INTERRUPT);
    assertThat(patient.run()).isEqualTo(137);
    assertThat(stubborn.orders).containsExactly(Order.INTERRUPT, Order.KILL);
  }

  @Test
  void aSecondTerminationIsPassedOnLikeTheFirst() throws InterruptedException {
    Actor stubborn = join(patient, "rank 0", Order.KILL);
    patient.signal(Order.TERMINATE);
    patient.signal(Order.TERMINATE);
    patient.signal(Order.INTERRUPT);
    assertThat(patient.run()).isEqualTo(137);
    assertThat(stubborn.orders).containsExactly(Order.TERMINATE, Order.TERMINATE, Order.KILL);
  }

  @Test
  void whenASignalledProcessEndsTheOthersAreNotWaitedForLong() throws InterruptedException {
    Actor stubborn = join(hasty, "rank 0", Order.KILL);
    join(hasty, "rank 1", Order.TERMINATE);
    hasty.signal(Order.TERMINATE);
    assertThat(hasty.run()).isEqualTo(143);
    assertThat(stubborn.orders).containsExactly(Order.TERMINATE, Order.TERMINATE, Order.KILL);
  }

  @Test
  void lostOutputEndsTheJob() throws InterruptedException {
    Actor first = join(hasty, "rank 0", Order.TERMINATE);
    hasty.outputLost(141);
    assertThat(hasty.run()).isEqualTo(141);
    assertThat(first.orders).containsExactly(Order.TERMINATE);
  }

  @Test
  void ranksThatIgnoreASignalAreTerminatedAndKilledWhenTheirGraceEnds()
      throws InterruptedException {
    Actor stubborn = join(hasty, "rank 0", Order.KILL);
    hasty.signal(Order.HANG_UP);
    assertThat(hasty.run()).isEqualTo(137);
    assertThat(stubborn.orders).containsExactly(Order.HANG_UP, Order.TERMINATE, Order.KILL);
    assertThat(said).isEmpty();
  }

  @Test
  void whatEndedProcessesHavePrintedIsAwaitedWithoutALimit() throws InterruptedException {
    Actor printing = join(hasty, "rank 0", Order.KILL).printing();
    join(hasty, "rank 1", Order.KILL).end(3);
    printing.end(0);
    Thread job = Thread.currentThread();
    Thread.ofPlatform().start(() -> drainWhenAwaited(job, printing));
    assertThat(hasty.run()).isEqualTo(3);
    assertThat(printing.orders).isEmpty();
    assertThat(printing.printing).as("still").isFalse();
  }

  // A thread that waits for ever waits without a limit.
  private static void drainWhenAwaited(Thread job, Actor printing) {
    while (job.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    printing.printing = false;
    printing.drain();
  }

  @Test
  void aSignalLeavesBehindWhatEndedProcessesHavePrinted() throws InterruptedException {
    join(patient, "rank 0", Order.KILL).printing().end(0);
    patient.signal(Order.INTERRUPT);
    assertThat(patient.run()).isEqualTo(130);
  }

  @Test
  void whoEndsWellByASignalLeavesItsOutputBehindWhenTheGraceEnds() throws InterruptedException {
    Actor printing = join(hasty, "rank 0", Order.KILL).printing();
    hasty.signal(Order.TERMINATE);
    printing.end(0);
    assertThat(hasty.run()).isEqualTo(143);
  }

  private static Actor join(Supervisor supervisor, String name, Order obeys) {
    Actor actor = new Actor(name, obeys);
    supervisor.add(actor);
    return actor;
  }
}
