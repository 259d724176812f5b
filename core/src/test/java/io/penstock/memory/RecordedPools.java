package io.penstock.memory;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// A program that uses pools while it is recorded, and prints what was.
final class RecordedPools {
  private static final List<Class<? extends Event>> EVENTS =
      List.of(
          Recorder.RegionAllocatedEvent.class,
          Recorder.RegionFreedEvent.class,
          Recorder.PoolTrimEvent.class,
          Recorder.PoolExhaustedEvent.class,
          Recorder.MemoryMisuseEvent.class);

  private RecordedPools() {}

  /// Arguments: a file for the recording.
  public static void main(String[] arguments) throws IOException {
    Path recorded = Path.of(arguments[0]);
    use();
    try (Recording recording = new Recording()) {
      EVENTS.forEach(event -> recording.enable(event).withoutThreshold());
      recording.start();
      use();
      recording.stop();
      use();
      recording.dump(recorded);
    }
    RecordingFile.readAllEvents(recorded).forEach(event -> System.out.println(line(event)));
  }

  private static void use() {
    try (BufferPool pool = BufferPools.buddy1(PoolOptions.defaults().withLimitBytes(8L << 20))) {
      pool.take(1000).release();
      exhaust(pool);
      pool.trim();
    }
    writeLate();
  }

  private static void exhaust(BufferPool pool) {
    try {
      pool.take(1L << 30).release();
    } catch (PoolExhaustedException e) {
      return; // what the recorder is to be told of
    }
    throw new IllegalStateException("there was room");
  }

  private static void writeLate() {
    try (BufferPool pool = BufferPools.strict(BufferPools.cached())) {
      Block block = pool.take(100);
      MemorySegment kept = block.memory();
      block.release();
      kept.set(ValueLayout.JAVA_BYTE, 50, (byte) 1);
      pool.trim();
    }
  }

  private static String line(RecordedEvent event) {
    StringBuilder line = new StringBuilder(event.getEventType().getName());
    for (String field : List.of("bytes", "held", "message")) {
      if (event.hasField(field)) {
        line.append(' ').append(field).append(' ').append(event.<Object>getValue(field));
      }
    }
    return line.toString();
  }
}
