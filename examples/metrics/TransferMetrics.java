import io.penstock.file.ByteFile;
import io.penstock.file.TransferListener;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/// A bridge from transfers and pools to metrics: counters by operation and engine, and gauges, in the
/// text format of Prometheus.
///
/// With Micrometer or OpenTelemetry the two methods of the listener hand the same numbers on, and the
/// library of metrics adds them up and sends them:
///
/// ```java
/// Tags tags = Tags.of("operation", transfer.operation(), "engine", transfer.engine());
/// registry.counter("penstock.transfer.bytes", tags).increment(transfer.bytes());
/// registry.timer("penstock.transfer.time", tags).record(transfer.nanos(), TimeUnit.NANOSECONDS);
///
/// Attributes attributes = Attributes.of(OPERATION, transfer.operation(), ENGINE, transfer.engine());
/// bytes.add(transfer.bytes(), attributes);                                // a LongCounter
/// seconds.record(transfer.nanos() / 1e9, attributes);                     // a DoubleHistogram
/// ```
public final class TransferMetrics implements TransferListener {
  private static final int BLOCK_BYTES = 1 << 20;

  private final Map<String, LongAdder> counters = new ConcurrentSkipListMap<>();

  /// Counts the transfers of a copy and prints the counters.
  ///
  /// Arguments: a file, and one that is made.
  public static void main(String[] arguments) throws IOException {
    TransferMetrics metrics = new TransferMetrics();
    TransferListener.install(metrics);
    copy(Path.of(arguments[0]), Path.of(arguments[1]));
    System.out.print(metrics.text());
  }

  private static void copy(Path from, Path to) throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    try (ByteFile source = ByteFile.open(from);
        ByteFile target = ByteFile.create(to)) {
      long size = source.size();
      for (long at = 0; at < size; at += block.length) {
        int count = (int) Math.min(block.length, size - at);
        source.readAt(at, block, 0, count);
        target.writeAt(at, block, 0, count);
      }
    }
  }

  @Override
  public void completed(Transfer transfer) {
    add("penstock_transfers_total", transfer, 1);
    add("penstock_transfer_bytes_total", transfer, transfer.bytes());
    add("penstock_transfer_nanoseconds_total", transfer, transfer.nanos());
  }

  @Override
  public void failed(Transfer transfer, IOException failure) {
    add("penstock_transfer_failures_total", transfer, 1);
  }

  private void add(String name, Transfer transfer, long amount) {
    String key =
        String.format(
            Locale.ROOT,
            "%s{operation=\"%s\",engine=\"%s\"}",
            name,
            transfer.operation(),
            transfer.engine());
    counters.computeIfAbsent(key, _ -> new LongAdder()).add(amount);
  }

  /// All counters, and the memory of the shared pool at this moment.
  String text() {
    StringBuilder text = new StringBuilder();
    counters.forEach((key, count) -> text.append(key).append(' ').append(count).append('\n'));
    PoolStatistics pool = BufferPool.shared().statistics();
    return text.append("penstock_pool_live_bytes ")
        .append(pool.liveBytes())
        .append("\npenstock_pool_held_bytes ")
        .append(pool.heldBytes())
        .append('\n')
        .toString();
  }
}
