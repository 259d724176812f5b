package io.penstock.file.posix;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.AllocatedBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /// A file of which a test says what the kernel answers.
  private static final class Answers implements Residency.Kernel {
    private long fileSystem = 0xEF53;
    private long missing;
    private long refusal;
    private long readNow = Long.MAX_VALUE;
    private long size = 2 * REGION;
    private long nanos;
    private OptionalLong fineNanos = OptionalLong.empty(); // the system's
    private long looks;
    private long questions;
    private long sizes;
    private final List<String> asked = new ArrayList<>();
    private final List<String> read = new ArrayList<>();

    @Override
    public long fileSystem() {
      return fileSystem;
    }

    @Override
    public long cachedPages(long offset, long length) {
      questions++;
      asked.add(offset + " " + length);
      long pages = (offset + length - 1) / PAGE - offset / PAGE + 1;
      return refusal == 0 ? pages - missing : refusal;
    }

    @Override
    public long readNow(long offset, long length) {
      read.add(offset + " " + length);
      return Math.min(readNow, length);
    }

    @Override
    public long size() {
      sizes++;
      return size;
    }

    @Override
    public int pageBytes() {
      return PAGE;
    }

    @Override
    public long fineNanos() {
      return fineNanos.orElse(System.nanoTime());
    }

    @Override
    public long coarseNanos() {
      looks++;
      return nanos;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "-38, 0, 0, this system has no such call",
    "26985, 0, 0, a file system of type 0x6969 may have to ask a server",
    "61267, -38, 0, cachestat(2) needs Linux 6.5",
    "61267, -1, -95, 'it tells only who owns the file or may write it, and no read goes without waiting: EOPNOTSUPP: the file system does not support this'",
    "61267, -1, -11, ''",
    "61267, -1, 0, ''",
    "61267, -1, 1, ''",
    "61267, 0, -95, ''"
  })
  void whyNobodyCanSayWhatIsCachedIsSaid(
      long fileSystem, long refusal, long readNow, String reason) {
    Answers kernel = new Answers();
    kernel.fileSystem = fileSystem;
    kernel.refusal = refusal;
    kernel.readNow = readNow;
    Residency residency = new Residency(kernel);
    assertThat(residency.untold().orElse("")).isEqualTo(reason);
    if (!reason.isEmpty()) {
      long before = kernel.questions;
      assertThat(residency.has(0, 1)).isFalse();
      assertThat(kernel.questions).isEqualTo(before);
    }
  }

  @Test
  void aFileOfWhichNothingIsCachedIsToldOf() {
    Answers kernel = new Answers();
    kernel.missing = 1; // of one page
    Residency residency = new Residency(kernel);
    assertThat(residency.untold()).isEmpty();
    assertThat(residency.has(0, 1)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        0xEF53,
        0x58465342,
        0x9123683EL,
        0x01021994,
        0x858458F6L,
        0xF2F52010L,
        0xCA451A4EL,
        0x3153464A,
        0x3434,
        0x52654973,
        0x5346544E,
        0x7366746E,
        0x2011BAB0,
        0x4D44,
        0x482B,
        0x15013346,
        0x9660,
        0x73717368,
        0xE0F5E1E2L
      })
  void fileSystemsOfThisMachineTell(long kind) {
    Answers kernel = new Answers();
    kernel.fileSystem = kind;
    assertThat(new Residency(kernel).untold()).isEmpty();
  }

  @Test
  void whatIsSaidToBeCachedCanBeReadToItsLastByte() {
    for (long last : new long[] {1, -95}) {
      Answers kernel = new Answers();
      kernel.readNow = last;
      assertThat(new Residency(kernel).has(5, 100)).as("read: %d", last).isTrue();
    }
    for (long last : new long[] {-11, 0}) { // still on its way, or cut off
      Answers kernel = new Answers();
      kernel.readNow = last;
      assertThat(new Residency(kernel).has(5, 100)).as("read: %d", last).isFalse();
    }
  }

  @Test
  void ofAFileThatIsNotToldOfAsMuchIsCachedAsCanBeReadWithoutWaiting() {
    Answers kernel = new Answers();
    kernel.refusal = -1;
    Residency residency = new Residency(kernel);
    assertThat(residency.has(100, 50)).isTrue();
    kernel.readNow = 49;
    assertThat(new Residency(kernel).has(100, 50)).isFalse();
    kernel.readNow = 50;
    assertThat(new Residency(kernel).has(100, 50)).isTrue();
  }

  @Test
  void aRangeIsInsideTheFileAsItIsNow() {
    Answers kernel = new Answers();
    kernel.size = 1000;
    Residency residency = new Residency(kernel);
    assertThat(residency.has(0, 1000)).isTrue();
    assertThat(residency.has(0, 1001)).isFalse();
    kernel.size = 3 * REGION;
    assertThat(residency.has(2 * REGION, REGION)).isTrue();
    assertThat(residency.has(2 * REGION + 1, REGION)).isFalse();
    kernel.size = -5;
    assertThat(residency.has(3 * REGION, 1)).isFalse();
    assertThat(new Residency(kernel).has(0, 1)).isFalse();
  }

  @Test
  void theSizeIsAskedForAgainOnlyWhereARangeEndsBehindIt() {
    Answers kernel = new Answers();
    Residency residency = new Residency(kernel);
    assertThat(residency.has(0, 2 * REGION)).isTrue();
    assertThat(kernel.sizes).isOne();
    assertThat(residency.has(0, 2 * REGION + 1)).isFalse();
    assertThat(kernel.sizes).isEqualTo(2);
  }

  /// Most files are small, and many may be open.
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 4", "512, 512", "513, 1024", "1023, 1024", "9000, 1024"})
  void whatIsRememberedTakesEightBytesARegionAndNoMoreThanAFewKilobytes(int regions, int places) {
    Answers kernel = new Answers();
    kernel.size = regions * REGION - 1;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) { // the first one loads what it needs
      long before = AllocatedBytes.now();
      Residency residency = new Residency(kernel);
      least = Math.min(least, AllocatedBytes.now() - before);
      assertThat(residency.untold()).isEmpty();
    }
    assertThat(least).isBetween(8L * places, 8L * places + 1000);
  }

  /// By the clock that the test sets, which is asked when there have been many questions.
  private static Residency afterManyQuestions(Answers kernel) {
    Residency residency = new Residency(kernel);
    for (int i = 0; i <= QUESTIONS; i++) {
      boolean _ = residency.has(0, REGION);
    }
    return residency;
  }

  /// An answer is good for this tick of 67 milliseconds and the next one.
  @Test
  void anAnswerIsRememberedForAWhileAndNoLonger() {
    long tick = 1 << 26;
    Answers kernel = new Answers();
    Residency residency = afterManyQuestions(kernel);
    for (long begin : new long[] {1000 * tick, (1L << 50) - tick, (1L << 51) + 7}) {
      kernel.nanos = begin;
      kernel.missing = 0;
      assertThat(residency.has(5, PAGE)).isTrue();
      assertThat(residency.has(5, PAGE)).isTrue();
      kernel.missing = 1; // nobody is asked
      assertThat(residency.has(5, PAGE)).isTrue();
      kernel.nanos = begin + tick;
      assertThat(residency.has(5, PAGE)).isTrue();
      kernel.nanos = begin + 2 * tick;
      assertThat(residency.has(5, PAGE)).isFalse();
    }
  }

  @Test
  void anAnswerToTheFirstQuestionsIsForgottenTooByTheirClock() {
    long tick = 1L << 26;
    Answers kernel = new Answers();
    kernel.fineNanos = OptionalLong.of(5 * tick);
    Residency residency = new Residency(kernel);
    assertThat(residency.has(0, REGION)).isTrue();
    kernel.missing = 1;
    kernel.fineNanos = OptionalLong.of(6 * tick);
    assertThat(residency.has(0, REGION)).isTrue();
    kernel.fineNanos = OptionalLong.of(7 * tick);
    assertThat(residency.has(0, REGION)).isFalse();
    assertThat(kernel.looks).isZero();
  }

  @Test
  void aRegionThatNobodyAskedForIsNotTakenForCachedAtAnyTime() {
    Answers kernel = new Answers();
    Residency residency = new Residency(kernel);
    for (int i = 0; i <= QUESTIONS; i++) {
      assertThat(residency.has(REGION, 10)).isTrue();
    }
    kernel.missing = 1;
    for (long tick = 0; tick < 3; tick++) {
      kernel.nanos = tick << 26;
      assertThat(residency.has(0, PAGE)).as("tick %d", tick).isFalse();
    }
  }

  /// There is a place for each that the file had when it was opened.
  @Test
  void regionsThatAFileHasGrownByDoNotShareTheAnswersOfTheFirst() {
    Answers kernel = new Answers();
    kernel.size = 1000;
    Residency residency = new Residency(kernel);
    for (int i = 0; i <= QUESTIONS; i++) {
      assertThat(residency.has(0, 1000)).isTrue();
    }
    kernel.size = 8 * REGION;
    for (long region = 1; region < 8; region++) {
      kernel.missing = 0;
      assertThat(residency.has(0, REGION)).isTrue();
      kernel.missing = 1;
      assertThat(residency.has(region * REGION, REGION)).as("region %d", region).isFalse();
    }
  }

  /// There are places for a thousand answers.
  @Test
  void regionsThatShareAPlaceDoNotShareTheirAnswers() {
    Answers kernel = new Answers();
    kernel.size = 3000 * REGION;
    Residency residency = afterManyQuestions(kernel);
    for (long region : new long[] {3, 1027}) {
      kernel.missing = 0;
      assertThat(residency.has(region * REGION, REGION)).isTrue();
      kernel.missing = 1;
      assertThat(residency.has(region * REGION, REGION)).isTrue();
      assertThat(residency.has((region + 1024) * REGION, REGION)).isFalse();
      assertThat(residency.has(region * REGION, REGION)).isFalse(); // the place was taken
    }
  }

  @Test
  void theClockThatCostsLessIsBoundWhenManyHaveAsked() {
    Answers kernel = new Answers();
    Residency residency = new Residency(kernel);
    for (int i = 0; i < QUESTIONS; i++) {
      assertThat(residency.has(0, 10)).isTrue();
    }
    assertThat(kernel.looks).isZero();
    assertThat(residency.has(0, 10)).isTrue();
    assertThat(kernel.looks).isOne();
  }

  /// First the range alone, then all of its region, as far as the file has that; whoever wants much
  /// of it asks for all at once.
  @Test
  void theKernelIsAskedForLittleFirst() {
    Answers kernel = new Answers();
    kernel.size = 2 * REGION - 100;
    Residency residency = afterManyQuestions(kernel);
    kernel.nanos = 1L << 40;
    kernel.asked.clear();
    for (int i = 0; i < 4; i++) {
      assertThat(residency.has(REGION + 5000, 7)).isTrue();
    }
    assertThat(residency.has(REGION - 10, 20)).isTrue();
    kernel.nanos = 1L << 41;
    assertThat(residency.has(REGION - (512 << 10), 512 << 10)).isTrue();
    assertThat(kernel.asked)
        .containsExactly(
            (REGION + 5000) + " 7",
            REGION + " " + (REGION - 100),
            (REGION - 10) + " 10",
            "0 " + REGION);
    kernel.asked.clear();
    kernel.nanos = 1L << 42;
    assertThat(residency.has(REGION - 10, 20)).isTrue();
    assertThat(kernel.asked).containsExactly((REGION - 10) + " 10", REGION + " 10");
  }

  /// A page that is on its way counts, if the range's last byte can be read.
  @Test
  void theLastByteOfARangeIsTried() {
    Answers kernel = new Answers();
    assertThat(new Residency(kernel).has(100, 50)).isTrue();
    assertThat(kernel.read).containsExactly("149 1");
  }
}
