package io.penstock.evaluate.messages;

import static io.penstock.evaluate.run.Findings.ANY;
import static io.penstock.evaluate.run.Findings.bytes;

import io.penstock.evaluate.run.Findings;
import io.penstock.report.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// The ratios that messages by MPI are to reach, for each library that took part. Where a ratio is
/// over a range of sizes it is the least of them.
///
/// @param findings of the run
record MpiTargets(Findings findings) {
  private static final double START_MILLIS = 400;

  List<Target> all() {
    List<Target> targets = new ArrayList<>();
    for (String library : findings.endings(MpiExchange.LATENCY, MpiExchange.SEGMENT)) {
      targets.add(
          new Target(
              library + ", latency: segment / C",
              1 / 1.15,
              findings.leastToC(MpiExchange.LATENCY, MpiExchange.SEGMENT + library, ANY)));
    }
    for (String library : findings.endings(MpiExchange.THROUGHPUT, MpiExchange.SEGMENT)) {
      throughput(targets, library, "64 KiB", MpiExchange.SEGMENT, 64 << 10, 0.95);
      throughput(targets, library, "1 MiB", MpiExchange.ARRAY, 1 << 20, 0.7);
    }
    for (String library : findings.endings(MpiStart.ID, MpiStart.PENSTOCK)) {
      targets.add(
          new Target(library + ", start: 0.4 s / what it takes beyond C", 1, start(library)));
    }
    return targets;
  }

  private OptionalDouble start(String library) {
    OptionalDouble ours = findings.median(MpiStart.ID, MpiStart.PENSTOCK + library, ANY);
    OptionalDouble c = findings.median(MpiStart.ID, MpiStart.C + library, ANY);
    return ours.isPresent() && c.isPresent()
        ? Extent.within(START_MILLIS, OptionalDouble.of(ours.getAsDouble() - c.getAsDouble()))
        : OptionalDouble.empty();
  }

  private void throughput(
      List<Target> targets, String library, String size, String who, long from, double wanted) {
    OptionalDouble least =
        findings.leastToC(MpiExchange.THROUGHPUT, who + library, bytes(from, Long.MAX_VALUE));
    String memory = who.equals(MpiExchange.ARRAY) ? "array" : "segment";
    targets.add(
        new Target(
            String.format(Locale.ROOT, "%s, throughput from %s on: %s / C", library, size, memory),
            wanted,
            least));
  }
}
