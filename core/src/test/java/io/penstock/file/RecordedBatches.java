package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// A program that makes batches of every kind before, during and after a recording, and prints what
/// was recorded.
final class RecordedBatches {
  static final int PAGE = 4096;
  static final int PAGES = 48;
  static final int SIZE = PAGES * PAGE;

  private RecordedBatches() {}

  /// Arguments: two files of [#SIZE] bytes, and one for the recording.
  public static void main(String[] arguments) throws Exception {
    Access access = Access.readWrite().withEngine(FileEngines.of(FileEngine.Direct.class));
    Path path = Path.of(arguments[0]);
    Path recorded = Path.of(arguments[2]);
    try (ByteFile file = ByteFile.open(path, access);
        ByteFile other = ByteFile.open(Path.of(arguments[1]), access);
        Lease lease = BufferPool.shared().lease(2L * SIZE)) {
      reads(16, file, other, lease).await();
      System.out.println("recorder in use: " + FlightRecorder.isInitialized());
      try (Recording recording = new Recording()) {
        recording.enable(WatchedBatch.BatchTransferEvent.class).withoutThreshold();
        recording.enable(WatchedTransfer.ArrayTransferEvent.class).withoutThreshold();
        recording.start();
        reads(16, file, other, lease).await();
        inVirtualThread(() -> readByItself(file, other));
        Void _ = reads(256, file, other, lease).start().join();
        new WriteBatch().add(file, 5, new byte[10], 0, 10).await();
        new ReadBatch().await();
        fail(file, lease);
        cancel(path, lease);
        inVirtualThread(() -> transfers(path, file));
        recording.stop();
        reads(16, file, other, lease).await();
        recording.dump(recorded);
      }
    }
    System.out.println("rings: " + Rings.areUsable());
    RecordingFile.readAllEvents(recorded).stream()
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .forEach(event -> System.out.println(line(event)));
  }

  private static void inVirtualThread(Handover.Call call) throws InterruptedException {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                call.make();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .join();
  }

  /// To memory of the calling thread's.
  private static void readByItself(ByteFile file, ByteFile other) throws IOException {
    try (Lease lease = BufferPool.shared().lease(2L * SIZE)) {
      reads(1, file, other, lease).await();
    }
  }

  private static ReadBatch reads(int depth, ByteFile file, ByteFile other, Lease lease) {
    ReadBatch batch = new ReadBatch(depth);
    for (int page = 0; page < PAGES; page++) {
      batch.add(file, (long) page * PAGE, lease, (long) page * PAGE, PAGE);
    }
    return batch.add(other, 0, lease, SIZE, SIZE);
  }

  private static void fail(ByteFile file, Lease lease) {
    try {
      new ReadBatch().add(file, 0, lease, 0, PAGE).add(file, SIZE - 1, lease, 0, 2).await();
    } catch (IOException e) {
      System.out.println("failed: " + e.getClass().getSimpleName());
    }
  }

  /// Occupies all threads that move transfers where there is no ring.
  static void keepBusyUntil(CountDownLatch moment) {
    for (int i = 0; i < Workers.MOST_LATER; i++) {
      Workers.later(
          () -> {
            try {
              moment.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
    }
  }

  /// Of a file that threads read, all of which are busy until the batch is cancelled.
  private static void cancel(Path path, Lease lease) throws IOException {
    CountDownLatch cancelled = new CountDownLatch(1);
    keepBusyUntil(cancelled);
    FileEngine engine = FileEngines.of(FileEngine.Channel.class);
    try (ByteFile file = ByteFile.open(path, Access.read().withEngine(engine))) {
      CompletableFuture<Void> future =
          new ReadBatch().add(file, 0, lease, 0, PAGE).add(file, PAGE, lease, PAGE, PAGE).start();
      boolean early = future.cancel(true);
      cancelled.countDown();
      try {
        Void _ = future.join();
      } catch (CancellationException _) {
        System.out.println("cancelled: " + early);
      }
    }
  }

  /// Each of which may be made of batches.
  private static void transfers(Path path, ByteFile file) throws IOException {
    Raw format = Raw.of(ElementType.BYTE, ByteOrder.nativeOrder(), Shape.of(SIZE));
    try (ArrayFile array = ArrayFile.open(path, format)) {
      PageCache.evict(path);
      long[] firsts = IntStream.range(0, 9).mapToLong(i -> i * 20_000L).toArray();
      array.gather(firsts, 100, new byte[900]);
    }
    file.readAt(0, new byte[PAGE]);
  }

  private static String line(RecordedEvent event) {
    String name = event.getEventType().getName();
    if (name.equals("io.penstock.ArrayTransfer")) {
      return "transfer of %d bytes".formatted(event.getLong("bytes"));
    }
    return "%s of %d transfers of %d files, %d bytes, depth %d, %d by a ring, %s, took time: %b"
        .formatted(
            event.getString("operation"),
            event.getInt("transfers"),
            event.getInt("files"),
            event.getLong("bytes"),
            event.getInt("depth"),
            event.getInt("byRing"),
            event.getString("outcome"),
            event.getDuration().toNanos() > 0);
  }
}
