package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// A program that moves an array before, during and after a recording, and prints what was
/// recorded.
final class RecordedTransfers {
  /// Work for two threads.
  static final int ELEMENTS = 5 << 20;

  private static final int[] NUMBERS = new int[ELEMENTS];

  private RecordedTransfers() {}

  /// Arguments: a file that is made, and one for the recording.
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[0]);
    Access access =
        Access.readWrite().withEngine(FileEngines.of(FileEngine.Posix.class)).withThreads(2);
    Creation creation = Creation.inPlace().withAccess(access);
    Npy format = Npy.of(ElementType.INT, Shape.of(ELEMENTS));
    try (ArrayFile file = ArrayFile.create(path, format, creation)) {
      move(file);
      System.out.println("recorder in use: " + FlightRecorder.isInitialized());
      Path recorded = Path.of(arguments[1]);
      try (Recording recording = new Recording()) {
        recording.enable(WatchedTransfer.ArrayTransferEvent.class).withoutThreshold();
        recording.start();
        move(file);
        recording.stop();
        move(file);
        recording.dump(recorded);
      }
      for (RecordedEvent event : RecordingFile.readAllEvents(recorded)) {
        System.out.println(line(event));
      }
    }
  }

  /// One write and three reads, and one that moves nothing.
  private static void move(ArrayFile file) throws IOException {
    file.write(NUMBERS);
    file.read(NUMBERS);
    file.readAt(7, NUMBERS, 0, 100);
    file.read(Hyperslab.at(5).count(20).stride(3), NUMBERS);
    file.readAt(7, NUMBERS, 0, 0);
  }

  private static String line(RecordedEvent event) {
    return "%s %s %s %s %d bytes %d threads, took time: %b"
        .formatted(
            event.getEventType().getName(),
            event.getString("operation"),
            event.getString("path"),
            event.getString("engine"),
            event.getLong("bytes"),
            event.getInt("threads"),
            event.getDuration().toNanos() > 0);
  }
}
