package io.penstock.cli.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.cli.tool.ByteSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The figures of a job that has run, as a table and as JSON.
///
/// @param nanos how long requests were counted; 0 if the job ended before
/// @param whole whether it ran as long as was asked for
public record BenchReport(
    BenchJob job, long nanos, boolean whole, Latencies reads, Latencies writes, Latencies syncs) {
  private static final Map<String, Double> PERCENTILES = percentiles();

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private static Map<String, Double> percentiles() {
    Map<String, Double> percentiles = new LinkedHashMap<>();
    percentiles.put("p50", 50.0);
    percentiles.put("p90", 90.0);
    percentiles.put("p99", 99.0);
    percentiles.put("p99.9", 99.9);
    percentiles.put("p99.99", 99.99);
    return percentiles;
  }

  /// The number of reads and writes.
  public long requests() {
    return reads.requests() + writes.requests();
  }

  /// The time during which requests were counted.
  public double seconds() {
    return nanos / NANOS_PER_SECOND;
  }

  double perSecond(long count) {
    return nanos == 0 ? 0 : count / seconds();
  }

  /// The number of bytes that requests moved.
  public long bytes(long requests) {
    return requests * job.block();
  }

  // ---- for people ------------------------------------------------------------------------------

  /// The job in one line.
  public String title() {
    return String.format(
        Locale.ROOT,
        "%s: engine %s, %s %s, blocks of %s%s, %d in flight (--threads %d, --depth %d), %.1f s%s",
        job.file(),
        job.engine().name(),
        job.pattern().label(),
        mix(),
        ByteSize.text(job.block()),
        job.isDirect() ? " past the page cache" : "",
        job.workers(),
        job.threads(),
        job.depth(),
        seconds(),
        whole ? "" : " (interrupted)");
  }

  private String mix() {
    return job.isMixed() ? job.reads() + " % reads" : job.hasReads() ? "reads" : "writes";
  }

  /// The figures as a table whose first row is its head.
  public List<List<String>> rows() {
    List<String> head = new ArrayList<>(List.of("", "bytes/s", "requests/s", "min", "mean"));
    head.addAll(PERCENTILES.keySet());
    head.add("max");
    List<List<String>> rows = new ArrayList<>(List.of(head));
    kinds().forEach((kind, latencies) -> rows.add(row(kind, latencies)));
    return rows;
  }

  private List<String> row(String kind, Latencies latencies) {
    List<String> row = new ArrayList<>(List.of(kind));
    row.add(isSync(latencies) ? "-" : ByteSize.text((long) bytesPerSecond(latencies)));
    row.add(String.format(Locale.ROOT, "%.1f", perSecond(latencies.requests())));
    if (latencies.requests() > 0) {
      row.add(time((double) latencies.min()));
      row.add(time(latencies.mean()));
      PERCENTILES
          .values()
          .forEach(percent -> row.add(time((double) latencies.percentile(percent))));
      row.add(time((double) latencies.max()));
    }
    return row;
  }

  private static String time(double nanos) {
    if (nanos < NANOS_PER_MICRO) {
      return String.format(Locale.ROOT, "%.0f ns", nanos);
    }
    return nanos < NANOS_PER_MILLI
        ? String.format(Locale.ROOT, "%.1f us", nanos / NANOS_PER_MICRO)
        : nanos < NANOS_PER_SECOND
            ? String.format(Locale.ROOT, "%.1f ms", nanos / NANOS_PER_MILLI)
            : String.format(Locale.ROOT, "%.1f s", nanos / NANOS_PER_SECOND);
  }

  private double bytesPerSecond(Latencies latencies) {
    return perSecond(bytes(latencies.requests()));
  }

  @SuppressWarnings("ReferenceEquality") // which of the three it is
  private boolean isSync(Latencies latencies) {
    return latencies == syncs;
  }

  private Map<String, Latencies> kinds() {
    Map<String, Latencies> kinds = new LinkedHashMap<>();
    if (job.hasReads()) {
      kinds.put("reads", reads);
    }
    if (job.hasWrites()) {
      kinds.put("writes", writes);
    }
    if (job.sync() > 0) {
      kinds.put("syncs", syncs);
    }
    return kinds;
  }

  // ---- for machines ----------------------------------------------------------------------------

  /// Writes `{"job", "whole", "seconds", "requests", "bytes", "requestsPerSecond",
  /// "bytesPerSecond"}` and one of `{"requests", "bytes", "requestsPerSecond", "bytesPerSecond",
  /// "nanos": {"min", "mean", "p50", "p90", "p99", "p99.9", "p99.99", "max"}}` each for `reads`,
  /// `writes` and `syncs` that the job has. Syncs have no bytes, and nanos are left out where there
  /// was no request.
  public void write(JsonGenerator json) throws IOException {
    writeJob(json);
    json.writeBooleanField("whole", whole);
    json.writeNumberField("seconds", seconds());
    writeRates(json, requests());
    for (Map.Entry<String, Latencies> kind : kinds().entrySet()) {
      writeKind(json, kind.getKey(), kind.getValue());
    }
  }

  private void writeJob(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("job");
    json.writeStringField("file", job.file().toString());
    json.writeStringField("engine", job.engine().name());
    json.writeStringField("pattern", job.pattern().label());
    json.writeNumberField("block", job.block());
    json.writeNumberField("size", job.size());
    json.writeNumberField("threads", job.threads());
    json.writeNumberField("depth", job.depth());
    json.writeNumberField("reads", job.reads());
    json.writeNumberField("sync", job.sync());
    json.writeNumberField("seconds", job.seconds());
    json.writeNumberField("warmUpMillis", job.warmUp().toMillis());
    json.writeNumberField("seed", job.seed());
    json.writeEndObject();
  }

  private void writeRates(JsonGenerator json, long requests) throws IOException {
    json.writeNumberField("requests", requests);
    json.writeNumberField("bytes", bytes(requests));
    json.writeNumberField("requestsPerSecond", perSecond(requests));
    json.writeNumberField("bytesPerSecond", perSecond(bytes(requests)));
  }

  private void writeKind(JsonGenerator json, String kind, Latencies latencies) throws IOException {
    json.writeObjectFieldStart(kind);
    if (isSync(latencies)) {
      json.writeNumberField("requests", latencies.requests());
      json.writeNumberField("requestsPerSecond", perSecond(latencies.requests()));
    } else {
      writeRates(json, latencies.requests());
    }
    if (latencies.requests() > 0) {
      writeNanos(json, latencies);
    }
    json.writeEndObject();
  }

  private static void writeNanos(JsonGenerator json, Latencies latencies) throws IOException {
    json.writeObjectFieldStart("nanos");
    json.writeNumberField("min", latencies.min());
    json.writeNumberField("mean", latencies.mean());
    for (Map.Entry<String, Double> percentile : PERCENTILES.entrySet()) {
      json.writeNumberField(percentile.getKey(), latencies.percentile(percentile.getValue()));
    }
    json.writeNumberField("max", latencies.max());
    json.writeEndObject();
  }
}
