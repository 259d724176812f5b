package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Transfers to and from arrays that the collector moves and frees all the time, by every way of
/// moving bytes.
class GarbageCollectionTest {
  static final List<String> COLLECTORS = List.of("G1", "Parallel", "Serial", "Z");

  private static final int FEW = 1_000;

  /// With each collector by each way alone, so that they come to a million.
  private static final int MANY =
      Math.ceilDiv(1_000_000, COLLECTORS.size() * CollectedTransfers.WAYS.size());

  @TempDir Path folder;

  @ParameterizedTest
  @FieldSource("COLLECTORS")
  void noByteIsWrongAndNothingHangs(String collector) throws IOException {
    Path log = Files.createDirectory(folder.resolve(collector)).resolve("log");
    assertNothingIsWrong(collector, String.join(",", CollectedTransfers.WAYS), FEW, log);
  }

  /// Prints how long the JVM waited for its threads to stop, beside the same program that copies in
  /// memory what it otherwise reads and writes.
  @Tag("long")
  @Test
  void noByteIsWrongInAMillionTransfers() throws IOException {
    List<String> ways = new ArrayList<>(List.of(CollectedTransfers.NONE));
    ways.addAll(CollectedTransfers.WAYS);
    System.out.println("collector   way           safepoints   p99 ms   max ms");
    for (String collector : COLLECTORS) {
      for (String way : ways) {
        Path own = Files.createDirectory(folder.resolve(collector + "-" + way));
        assertNothingIsWrong(collector, way, MANY, own.resolve("log"));
        System.out.printf(
            "%-11s %-13s %s%n", collector, way, Safepoints.in(own.resolve("log")).describe());
      }
    }
  }

  private static void assertNothingIsWrong(String collector, String ways, int transfers, Path log)
      throws IOException {
    List<String> options =
        List.of(
            ChildJvm.NATIVE_ACCESS,
            "-XX:TieredStopAtLevel=4",
            "-XX:+Use" + collector + "GC",
            "-Xms96m",
            "-Xmx96m",
            "-Xlog:safepoint=info:file=" + log + "::filecount=0",
            "-XX:-CreateCoredumpOnCrash");
    try (ChildJvm child =
        ChildJvm.start(
            options,
            Map.of(),
            CollectedTransfers.class,
            log.resolveSibling("").toString(),
            ways,
            Integer.toString(transfers),
            "2")) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(() -> said + child.errors()).isZero();
      assertThat(said.getLast()).as(said::toString).endsWith(" 0 wrong");
    }
  }

  /// How long threads took to stop, by the JVM's log, in nanoseconds from the shortest on.
  private static final class Safepoints {
    private static final Pattern REACHING = Pattern.compile("Reaching safepoint: *(\\d+) ns");

    private final long[] nanos;

    private Safepoints(long[] nanos) {
      this.nanos = nanos;
    }

    static Safepoints in(Path log) throws IOException {
      return new Safepoints(
          Files.readAllLines(log).stream()
              .map(REACHING::matcher)
              .filter(Matcher::find)
              .mapToLong(found -> Long.parseLong(found.group(1)))
              .sorted()
              .toArray());
    }

    String describe() {
      long p99 = nanos[Math.ceilDiv(nanos.length * 99, 100) - 1];
      return String.format(
          Locale.ROOT, "%10d %8.2f %8.2f", nanos.length, p99 / 1e6, nanos[nanos.length - 1] / 1e6);
    }
  }
}
