package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The table of caches, for threads that lie in one place of it.
class ThreadCachesTest {
  private final CachedPool pool = new CachedPool(PoolOptions.defaults());
  private final ThreadCaches caches = new ThreadCaches(pool, 1 << 20);

  /// Threads that never ran, and so are not alive.
  private static List<Thread> dead(long place, int count) {
    List<Thread> met = new ArrayList<>();
    while (met.size() < count) {
      Thread thread = Thread.ofPlatform().unstarted(() -> {});
      if (thread.threadId() % ThreadCache.PLACES == place) {
        met.add(thread);
      }
    }
    return met;
  }

  private void use(Thread thread) {
    caches.give(thread, caches.take(thread, 100));
  }

  @Test
  void theCachesOfDeadThreadsGoAndThatOfALivingOneInTheirMidstStays() {
    Thread self = Thread.currentThread();
    int place = (int) (self.threadId() % ThreadCache.PLACES);
    ThreadCache nobodys = caches.table()[place];
    List<Thread> dead = dead(place, 4);
    use(dead.get(0));
    use(dead.get(1));
    use(self);
    use(dead.get(2));
    use(dead.get(3));
    assertThat(caches.counts().cachedBytes()).isEqualTo(5 * 128);
    assertThat(caches.reap()).isTrue();
    assertThat(caches.counts().cachedBytes()).isEqualTo(128);
    assertThat(caches.counts().takes()).isEqualTo(5);
    assertThat(caches.table()[place].owner()).isEqualTo(self.threadId());
    assertThat(caches.table()[place].next()).isSameAs(nobodys);
    assertThat(caches.reap()).isFalse();
    PooledBlock block = caches.take(self, 100);
    assertThat(caches.counts().cachedBytes()).isZero();
    caches.give(self, block);
    caches.collect(true);
    pool.close();
  }

  @Test
  void magazinesOfDeadThreadsAreUsedAgain() {
    Thread gone = dead(0, 1).getFirst();
    List<PooledBlock> blocks = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      blocks.add(caches.take(gone, 100));
    }
    blocks.forEach(block -> caches.give(gone, block));
    assertThat(caches.reap()).isTrue();
    Depot depot = pool.depot(PooledBlock.sizeClass(100));
    List<Integer> numbers = List.of(depot.takeEmpty().number, depot.takeEmpty().number);
    assertThat(numbers).containsExactlyInAnyOrder(1, 2);
    assertThat(depot.takeEmpty().number).isEqualTo(3);
    pool.close();
  }
}
