package io.penstock.file.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What is asked of the kernel about the page cache, and how often.
class ResidencyTest {
  private static final long REGION = 2 << 20;
  private static final int PAGE = 4096;
  private static final int QUESTIONS = 10_000;

  /// A file of two regions on ext4, without the last page of the second.
  private static final class Told implements Residency.Kernel {
    private long regions;

    @Override
    public long fileSystem() {
      return 0xEF53;
    }

    @Override
    public long cachedPages(long offset, long length) {
      regions += length == REGION ? 1 : 0;
      long pages = (offset + length - 1) / PAGE - offset / PAGE + 1;
      return offset + length > 2 * REGION - PAGE ? pages - 1 : pages;
    }

    @Override
    public long readNow(long offset, long length) {
      return length;
    }

    @Override
    public long size() {
      return 2 * REGION;
    }

    @Override
    public int pageBytes() {
      return PAGE;
    }

    @Override
    public long coarseNanos() {
      return System.nanoTime();
    }
  }

  @Test
  void aRegionThatIsNotAllCachedIsNotAskedForAgainWithEachRange() {
    Told kernel = new Told();
    Residency residency = new Residency(kernel);
    for (int i = 0; i < QUESTIONS; i++) {
      assertThat(residency.has(REGION + i, PAGE)).isTrue();
      assertThat(residency.has(2 * REGION - PAGE, PAGE)).isFalse();
      assertThat(residency.has(i, PAGE)).isTrue();
    }
    assertThat(kernel.regions).isBetween(2L, QUESTIONS / 10L);
  }

  @Test
  void muchOfARegionIsCachedWhereThePageThatIsMissingIsNotInIt() {
    Residency residency = new Residency(new Told());
    for (int i = 0; i < 3; i++) {
      assertThat(residency.has(0, REGION)).isTrue();
      assertThat(residency.has(REGION, REGION - PAGE)).isTrue();
      assertThat(residency.has(REGION - PAGE, REGION)).isTrue();
      assertThat(residency.has(0, 2 * REGION)).isFalse();
    }
  }
}
