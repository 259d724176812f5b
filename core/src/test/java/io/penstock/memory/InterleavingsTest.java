package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Test;

/// The parts of pools that threads share, in the interleavings that a model checker tries, each
/// beside a careless variant in which it must find the fault.
class InterleavingsTest {
  private static final int INVOCATIONS = 100;

  private static final PoolOptions ON_HEAP =
      PoolOptions.defaults().withStorage(Storage.heap()).withRegionBytes(4096);

  /// Where the model checker sees that threads share something: it does not look into lambdas, nor
  /// at what method references make.
  @SuppressWarnings("unused")
  private static Object shared = new Object();

  private static volatile boolean inUse;
  private static volatile boolean endedInUse;
  private static volatile boolean ended;
  private static volatile int mine;
  private static volatile int others;

  private static <T> T shared(T thing) {
    shared = thing;
    return thing;
  }

  private static void holds(Runnable scenario) {
    Lincheck.runConcurrentTest(INVOCATIONS, scenario);
  }

  private static void fails(Runnable scenario) {
    Throwable found = catchThrowable(() -> Lincheck.runConcurrentTest(INVOCATIONS, scenario));
    for (int again = 0; again < 2 && found instanceof IndexOutOfBoundsException; again++) {
      // Lincheck's own, at times, as it writes down the threads that met the bug
      found = catchThrowable(() -> Lincheck.runConcurrentTest(INVOCATIONS, scenario));
    }
    assertThat(found).isInstanceOf(LincheckAssertionError.class);
  }

  private static void atOnce(Runnable one, Runnable other) {
    Thread first = new Thread(one);
    Thread second = new Thread(other);
    first.start();
    second.start();
    try {
      first.join();
      second.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  /// One thread pops while the other pops two and pushes the first of them back.
  private static void popAgainstPushBack(Depot.Magazine[] all, Depot.MagazineStack stack) {
    shared(all);
    shared(stack);
    for (int i = 3; i >= 1; i--) {
      stack.push(all[i]);
    }
    mine = 0;
    others = 0;
    atOnce(
        () -> mine = stack.pop().number,
        () -> {
          Depot.Magazine first = stack.pop();
          others = stack.pop().number;
          if (first.number != 0) {
            stack.push(first);
          }
        });
    boolean[] seen = new boolean[4];
    see(seen, mine);
    see(seen, others);
    for (int number = stack.pop().number; number != 0; number = stack.pop().number) {
      see(seen, number);
    }
    require(seen[1] && seen[2] && seen[3], "a magazine was lost");
  }

  private static void see(boolean[] seen, int number) {
    require(number == 0 || !seen[number], "a magazine is in two places");
    seen[number] = true;
  }

  private static Depot.Magazine[] magazines() {
    return new Depot.Magazine[] {
      Depot.Magazine.NONE,
      new Depot.Magazine(1, 1),
      new Depot.Magazine(2, 1),
      new Depot.Magazine(3, 1)
    };
  }

  @Test
  void aMagazineIsInOnePlaceAtATime() {
    holds(
        () -> {
          Depot.Magazine[] all = magazines();
          popAgainstPushBack(all, new Depot.MagazineStack(number -> all[number]));
        });
  }

  @Test
  void aStackWithoutAStampIsFoundOut() {
    fails(
        () -> {
          Depot.Magazine[] all = magazines();
          popAgainstPushBack(all, new Stampless(number -> all[number]));
        });
  }

  /// The same stack, which does not count pushes.
  private static final class Stampless extends Depot.MagazineStack {
    Stampless(IntFunction<Depot.Magazine> numbered) {
      super(numbered);
    }

    @Override
    long pushed(long seen, int number) {
      return number;
    }
  }

  /// One thread takes its pin away while the owner takes away another and ends what was pinned.
  private static void unpinAgainstEnd(Endable thing) {
    shared(thing);
    inUse = true;
    endedInUse = false;
    ended = false;
    thing.pin();
    thing.pin();
    atOnce(
        () -> {
          inUse = false;
          thing.unpin();
        },
        () -> {
          thing.unpin();
          ended = thing.tryEnd();
          endedInUse = ended && inUse;
        });
    require(!endedInUse, "it ended while it was pinned");
    require(ended || thing.tryEnd(), "a pin is left");
  }

  /// What can be pinned, and ended.
  interface Endable {
    void pin();

    void unpin();

    boolean tryEnd();
  }

  /// The pins of a lease.
  private static final class Pinned extends Pins implements Endable {
    @Override
    public void pin() {
      addPin();
    }

    @Override
    public void unpin() {
      removePin();
    }

    @Override
    public boolean tryEnd() {
      try {
        end();
        return true;
      } catch (IllegalStateException e) {
        return false;
      }
    }
  }

  @Test
  void nothingEndsWhileItIsPinnedAndNoPinIsLost() {
    holds(() -> unpinAgainstEnd(new Pinned()));
  }

  @Test
  void lookingFirstAndActingThenIsFoundOut() {
    fails(() -> unpinAgainstEnd(new CarelesslyPinned()));
  }

  /// Looks first and acts then.
  private static final class CarelesslyPinned implements Endable {
    private final AtomicInteger count = shared(new AtomicInteger());

    @Override
    public void pin() {
      count.incrementAndGet();
    }

    @Override
    public void unpin() {
      count.set(count.get() - 1);
    }

    @Override
    public boolean tryEnd() {
      return count.compareAndSet(0, -1);
    }
  }

  /// Two threads release one thing.
  private static void releaseTwice(Function<Runnable, Runnable> maker) {
    AtomicInteger releases = new AtomicInteger();
    Runnable release = maker.apply(shared(releases)::incrementAndGet);
    Runnable attempt =
        () -> {
          try {
            release.run();
          } catch (IllegalStateException e) {
            // the other was faster
          }
        };
    atOnce(attempt, attempt);
    require(releases.get() == 1, "released " + releases.get() + " times");
  }

  /// A pool that tells of each block that comes back.
  private static final class Home extends RegionPool {
    private final Runnable home;

    Home(Runnable home) {
      super("pool", Regions.ofSharedLists(ON_HEAP), 0);
      this.home = home;
    }

    @Override
    void give(OnceBlock block) {
      home.run();
    }
  }

  @Test
  void aBlockGoesHomeOnce() {
    holds(
        () ->
            releaseTwice(
                home ->
                    shared(new RegionPool.OnceBlock(new Home(home), Regions.Extent.NOTHING, 0))
                        ::release));
  }

  @Test
  void aTokenIsClaimedOnce() {
    holds(
        () ->
            releaseTwice(
                home -> {
                  Pins claim = shared(new Pins() {});
                  return () -> {
                    claim.claim("claimed before");
                    home.run();
                  };
                }));
  }

  @Test
  void aCarelessTokenIsFoundOut() {
    fails(
        () ->
            releaseTwice(
                home -> {
                  AtomicInteger claimed = shared(new AtomicInteger());
                  return () -> {
                    if (claimed.get() == 0) {
                      claimed.set(1);
                      home.run();
                    }
                  };
                }));
  }

  /// Two threads each take an extent, and one gives its own back and takes another.
  private static void takeAtOnce(Supplier<Long> take, LongConsumer give) {
    List<Long> mine = new ArrayList<>();
    List<Long> others = new ArrayList<>();
    atOnce(
        () -> mine.add(take.get()),
        () -> {
          give.accept(take.get());
          others.add(take.get());
        });
    require(!mine.equals(others), "two threads have the extent at " + mine);
    mine.forEach(give::accept);
    others.forEach(give::accept);
  }

  @Test
  void regionsLendNoPieceTwice() {
    holds(
        () -> {
          Regions regions = shared(new Regions(ON_HEAP, FirstFit::new));
          List<Regions.Extent> extents = new ArrayList<>();
          atOnce(
              () -> regions.give(regions.grow(16, 1)),
              () -> {
                Regions.Extent extent = regions.grow(16, 1);
                regions.give(regions.grow(16, 1));
                extents.add(extent);
              });
          Regions.Extent next = regions.grow(16, 1);
          require(next.unit() != extents.getFirst().unit(), "an extent was lent twice");
          regions.give(next);
          regions.give(extents.getFirst());
          regions.trim();
          require(regions.heldBytes() == 0, "an extent was lost");
        });
  }

  @Test
  void aBuddyWithoutItsLockIsFoundOut() {
    fails(
        () -> {
          Buddy buddy = shared(new Buddy(2));
          buddy.add(0);
          takeAtOnce(() -> buddy.takeUnits(1), unit -> buddy.giveUnits(unit, 1));
          require(buddy.isFree(0), "an extent was lost");
        });
  }

  @Test
  void firstFitWithoutItsLockIsFoundOut() {
    fails(
        () -> {
          FirstFit freeSpace = shared(new FirstFit(64));
          takeAtOnce(() -> freeSpace.takeUnits(16), unit -> freeSpace.giveUnits(unit, 16));
          require(freeSpace.isFree(0), "an extent was lost");
        });
  }
}
