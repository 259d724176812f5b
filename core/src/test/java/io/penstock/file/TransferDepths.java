package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/// A program that moves ranges by `posix` and by each way of `auto`, and prints how deep in the
/// stack the last call is, as the recorder saw it.
final class TransferDepths {
  /// Several windows of an engine.
  private static final int ELEMENTS = 5 << 20;

  /// The methods that call the kernel, or copy from a mapping.
  private static final String LAST =
      String.join(
          ";",
          "io.penstock.ffi.Positional::preadCritical",
          "io.penstock.ffi.LibC::pread",
          "io.penstock.ffi.LibC::pwrite",
          "io.penstock.file.mapped.MappedFile::read",
          "io.penstock.file.mapped.MappedFile::tryRead",
          "io.penstock.file.mapped.MappedFile::write");

  private static final int[] NUMBERS = new int[ELEMENTS];
  private static final MemorySegment SEGMENT =
      Arena.global().allocate((long) ELEMENTS * Integer.BYTES, Integer.BYTES);

  private TransferDepths() {}

  private interface Transfers {
    void of(ArrayFile file) throws IOException;
  }

  /// Arguments: a file that is made, and one for the recording. Prints a line for each call: what
  /// was moved, the method, its depth.
  public static void main(String[] arguments) throws Exception {
    Path path = Path.of(arguments[0]);
    Path recorded = Path.of(arguments[1]);
    Npy format = Npy.of(ElementType.INT, Shape.of(ELEMENTS));
    try (ArrayFile file = ArrayFile.create(path, format, Creation.inPlace())) {
      file.write(NUMBERS);
    }
    List<FileEngine> engines =
        Engines.everyWay()
            .filter(engine -> engine instanceof FileEngine.Posix || engine instanceof AutoEngine)
            .toList();
    try (Recording recording = new Recording()) {
      recording.enable("jdk.MethodTrace").with("filter", LAST).withStackTrace();
      recording.start();
      for (int i = 0; i < engines.size(); i++) {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
          FileEngine engine = engines.get(i);
          Raw raw = Raw.of(ElementType.INT, order, Shape.of(ELEMENTS)).withOffset(128);
          String name = engine.name() + " " + i + " " + order;
          each(name + " read", path, raw, Access.read().withEngine(engine), TransferDepths::read);
          each(
              name + " write",
              path,
              raw,
              Access.readWrite().withEngine(engine),
              TransferDepths::write);
        }
      }
      recording.dump(recorded);
    }
    RecordingFile.readAllEvents(recorded).stream()
        .flatMap(event -> line(event).stream())
        .distinct()
        .forEach(System.out::println);
  }

  private static void read(ArrayFile file) throws IOException {
    for (int count : new int[] {1, 1000, 100_000, ELEMENTS}) {
      file.readAt(0, NUMBERS, 0, count);
      file.readAt(0, SEGMENT.asSlice(0, (long) count * Integer.BYTES));
    }
  }

  private static void write(ArrayFile file) throws IOException {
    for (int count : new int[] {1, 1000, 100_000, ELEMENTS}) {
      file.writeAt(0, NUMBERS, 0, count);
      file.writeAt(0, SEGMENT.asSlice(0, (long) count * Integer.BYTES));
    }
  }

  /// By one thread, which has the name of what it does.
  private static void each(String name, Path path, Raw raw, Access access, Transfers transfers)
      throws InterruptedException {
    Thread.Builder thread = Thread.ofPlatform().name(name);
    thread
        .start(
            () -> {
              try (ArrayFile file = ArrayFile.open(path, raw, access.withThreads(1))) {
                transfers.of(file);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .join();
  }

  /// @return empty for an event that is not of a transfer
  private static Optional<String> line(RecordedEvent event) {
    if (!event.getEventType().getName().equals("jdk.MethodTrace")) {
      return Optional.empty();
    }
    List<RecordedMethod> callers =
        event.getStackTrace().getFrames().stream()
            .map(RecordedFrame::getMethod)
            .filter(method -> !method.isHidden())
            .toList();
    RecordedMethod last = event.getValue("method");
    return IntStream.range(0, callers.size())
        .filter(i -> callers.get(i).getType().getName().equals(ArrayTransfers.class.getName()))
        .filter(i -> callers.get(i).getName().matches("readAt|writeAt"))
        .mapToObj(
            i ->
                "%s: %s.%s %d"
                    .formatted(
                        event.getThread().getJavaName(),
                        last.getType().getName(),
                        last.getName(),
                        i + 2))
        .findFirst();
  }
}
