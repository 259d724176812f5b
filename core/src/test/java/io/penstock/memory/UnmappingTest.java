package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.ffi.LibC.Pages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Pages that the system does not take back, because the process has as many mappings as it may.
class UnmappingTest {
  private static final long PAGE = 4096;
  private static final int ENOMEM = 12;
  private static final int EINVAL = 22;

  /// Joins mappings that lie side by side, and refuses to have more than so many, as Linux does.
  private static final class Joining extends PageStorage {
    private final NavigableMap<Long, Long> ends = new TreeMap<>();
    private final int most;
    private long discarded;
    private int calls;

    Joining(int most, long pages) {
      super(Pages.ofProcess());
      this.most = most;
      ends.put(PAGE, PAGE + pages * PAGE);
    }

    @Override
    int unmap(long address, long bytes) {
      calls++;
      Map.Entry<Long, Long> around = ends.floorEntry(address);
      long to = address + Math.ceilDiv(bytes, PAGE) * PAGE;
      if (around == null || around.getValue() < to) {
        return -EINVAL;
      }
      boolean splits = around.getKey() < address && to < around.getValue();
      if (splits && ends.size() >= most) {
        return -ENOMEM;
      }
      ends.remove(around.getKey());
      if (around.getKey() < address) {
        ends.put(around.getKey(), address);
      }
      if (to < around.getValue()) {
        ends.put(to, around.getValue());
      }
      return 0;
    }

    @Override
    void discard(long address, long bytes) {
      discarded += bytes;
    }

    @Override
    long pageBytes() {
      return PAGE;
    }
  }

  @Test
  void everySecondMappingAndThenTheRestAllGoBack() {
    int mappings = 1000;
    Joining kernel = new Joining(100, 2L * mappings);
    for (int i = 1; i < mappings; i += 2) {
      kernel.free(PAGE + 2L * i * PAGE, 5000);
    }
    assertThat(kernel.left()).isPositive();
    assertThat(kernel.discarded).isEqualTo(5000L * kernel.left());
    for (int i = 0; i < mappings; i += 2) {
      kernel.free(PAGE + 2L * i * PAGE, 5000);
    }
    assertThat(kernel.left()).isZero();
    assertThat(kernel.ends).isEmpty();
    assertThat(kernel.calls).as("calls").isLessThan(4 * mappings);
  }

  @Test
  void mappingsAllGoBackInAnyOrder() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    int mappings = 500;
    Joining kernel = new Joining(20, 2L * mappings);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < mappings; i++) {
      order.add(random.nextInt(order.size() + 1), i);
    }
    for (int i : order) {
      kernel.free(PAGE + 2L * i * PAGE, 5000);
    }
    assertThat(kernel.left()).as("seed %d", seed).isZero();
    assertThat(kernel.ends).as("seed %d", seed).isEmpty();
  }

  @Test
  void whatTheSystemDidNotTakeIsTriedAgainWhenOthersHaveGone() {
    Joining kernel = new Joining(2, 10);
    kernel.free(3 * PAGE, PAGE);
    kernel.free(6 * PAGE, PAGE);
    assertThat(kernel.left()).isEqualTo(1);
    kernel.free(PAGE, PAGE);
    assertThat(kernel.left()).isEqualTo(1);
    kernel.free(2 * PAGE, PAGE);
    assertThat(kernel.left()).isZero();
    assertThat(kernel.ends).isEqualTo(Map.of(4 * PAGE, 6 * PAGE, 7 * PAGE, 11 * PAGE));
  }

  @Test
  void whatWasNeverMappedIsAnErrorBesideWhatIsLeftToo() {
    Joining kernel = new Joining(1, 10);
    kernel.free(5 * PAGE, PAGE);
    assertThat(kernel.left()).isEqualTo(1);
    assertThatIllegalStateException()
        .isThrownBy(() -> kernel.free(1 << 20, 5000))
        .withMessageContaining("munmap of 5000 bytes: EINVAL");
    assertThat(kernel.left()).isEqualTo(1);
  }

  /// The system's own pages, and what it was given back.
  private static final class Noting extends PageStorage {
    private final List<Long> unmapped = new ArrayList<>();

    Noting() {
      super(Pages.ofProcess());
    }

    @Override
    int unmap(long address, long bytes) {
      unmapped.addAll(List.of(address, bytes));
      return super.unmap(address, bytes);
    }
  }

  @Test
  void aRegionOfPagesIsUnmappedWhenItIsFreed() {
    Noting pages = new Noting();
    Storage.Region region = pages.allocate(3 * PAGE);
    region.memory().fill((byte) 1);
    region.free();
    assertThat(pages.unmapped).containsExactly(region.memory().address(), 3 * PAGE);
  }

  @Test
  void whatTheSystemSaysOfAnAddressThatIsNoPagesIsTold() {
    assertThatIllegalStateException()
        .isThrownBy(() -> new Noting().free(1, PAGE))
        .withMessageContaining("munmap of 4096 bytes: EINVAL");
  }

  @Test
  void whatWasNeverMappedIsAnError() {
    Joining kernel = new Joining(10, 10);
    assertThatIllegalStateException()
        .isThrownBy(() -> kernel.free(1 << 20, 5000))
        .withMessageContaining("munmap of 5000 bytes: EINVAL");
  }
}
