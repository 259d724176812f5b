package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a program is told of the transfers of its files.
class TransferListenerTest {
  private static final int READERS = 4;
  private static final int READS = 500;

  @TempDir Path folder;

  private final Notes notes = new Notes();

  @AfterEach
  void tellNobody() {
    TransferListener.uninstall();
  }

  /// Writes down what it is told.
  private static final class Notes implements TransferListener {
    private final List<Transfer> completed = new CopyOnWriteArrayList<>();
    private final List<Transfer> failed = new CopyOnWriteArrayList<>();
    private final List<IOException> failures = new CopyOnWriteArrayList<>();

    @Override
    public void completed(Transfer transfer) {
      completed.add(transfer);
    }

    @Override
    public void failed(Transfer transfer, IOException failure) {
      failed.add(transfer);
      failures.add(failure);
    }

    List<String> lines() {
      return completed.stream().map(Notes::line).toList();
    }

    private static String line(TransferListener.Transfer transfer) {
      return "%s %d bytes of %s by %s, threads %d"
          .formatted(
              transfer.operation(),
              transfer.bytes(),
              transfer.path().getFileName(),
              transfer.engine(),
              transfer.threads());
    }
  }

  private static Access channel() {
    return Access.readWrite().withEngine(FileEngines.of(FileEngine.Channel.class)).withThreads(2);
  }

  @Test
  void everyTransferIsToldOnceWithWhatItMoved() throws IOException {
    int[] numbers = new int[5 << 20];
    Creation creation = Creation.inPlace().withAccess(channel());
    Path path = folder.resolve("a.npy");
    TransferListener.install(notes);
    try (ArrayFile file =
        ArrayFile.create(path, Npy.of(ElementType.INT, Shape.of(numbers.length)), creation)) {
      file.write(numbers);
      file.readAt(7, numbers, 0, 100);
      file.readAt(7, numbers, 0, 0);
      file.read(Hyperslab.at(5).count(20).stride(3), numbers);
    }
    assertThat(notes.lines())
        .containsExactly(
            "write 20971520 bytes of a.npy by channel, threads 2",
            "read 400 bytes of a.npy by channel, threads 1",
            "read 80 bytes of a.npy by channel, threads 1");
    assertThat(notes.completed).allSatisfy(told -> assertThat(told.nanos()).isPositive());
    assertThat(notes.failed).isEmpty();
  }

  @Test
  void largeSelectionsAreSharedAmongThreadsUnlessTheirMemoryIsOneThreadsAlone() throws IOException {
    int[] numbers = IntStream.range(0, 5 << 20).toArray();
    Hyperslab all = Hyperslab.at(0).count(numbers.length);
    Npy format = Npy.of(ElementType.INT, Shape.of(numbers.length));
    Creation creation = Creation.inPlace().withAccess(channel());
    TransferListener.install(notes);
    try (ArrayFile file = ArrayFile.create(folder.resolve("a.npy"), format, creation);
        Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      file.write(all, numbers);
      int[] found = new int[numbers.length];
      file.read(all, found);
      assertThat(Arrays.mismatch(found, numbers)).isEqualTo(-1);
      for (Arena arena : new Arena[] {confined, shared}) {
        MemorySegment segment = arena.allocate(4L * numbers.length, 4);
        file.read(all, segment);
        assertThat(segment.mismatch(MemorySegment.ofArray(numbers))).isEqualTo(-1);
        file.readAt(7, segment.asSlice(0, 400));
      }
      file.gather(new long[] {1, 2, 3}, 100, found);
      file.write(new int[numbers.length]);
      file.write(numbers);
      file.read(found);
      assertThat(Arrays.mismatch(found, numbers)).isEqualTo(-1);
    }
    assertThat(notes.lines())
        .containsExactly(
            "write 20971520 bytes of a.npy by channel, threads 2",
            "read 20971520 bytes of a.npy by channel, threads 2",
            "read 20971520 bytes of a.npy by channel, threads 1",
            "read 400 bytes of a.npy by channel, threads 1",
            "read 20971520 bytes of a.npy by channel, threads 2",
            "read 400 bytes of a.npy by channel, threads 1",
            "read 1200 bytes of a.npy by channel, threads 1",
            "write 20971520 bytes of a.npy by channel, threads 2",
            "write 20971520 bytes of a.npy by channel, threads 2",
            "read 20971520 bytes of a.npy by channel, threads 2");
  }

  @Test
  void byteFilesAndAppendersTellToo() throws IOException {
    Path rows = folder.resolve("rows.npy");
    try (ArrayFile file = ArrayFile.create(rows, ElementType.BYTE, Shape.of(1, 10))) {
      file.write(new byte[10]);
    }
    TransferListener.install(notes);
    try (ByteFile file = ByteFile.create(folder.resolve("b"), channel())) {
      file.writeAt(5, new byte[1000]);
      assertThat(file.inputStream(0).readNBytes(100)).hasSize(100);
    }
    try (ArrayAppender log = ArrayAppender.open(rows, channel())) {
      log.append(new byte[30]);
    }
    assertThat(notes.lines())
        .contains(
            "write 1000 bytes of b by channel, threads 1",
            "read 100 bytes of b by channel, threads 1",
            "write 30 bytes of rows.npy by channel, threads 1");
  }

  @Test
  void aFailureIsToldAndNotCountedAsATransfer() throws IOException {
    Path path = Files.write(folder.resolve("short"), new byte[10]);
    TransferListener.install(notes);
    try (ByteFile file = ByteFile.open(path, channel())) {
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.readAt(0, new byte[11]))
          .isEqualTo(notes.failures.getFirst());
    }
    assertThat(notes.failed).singleElement().extracting(told -> told.bytes()).isEqualTo(11L);
    assertThat(notes.completed).isEmpty();
  }

  @Test
  void aListenerThatThrowsEndsNoTransfer() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[10]);
    List<String> told = new ArrayList<>();
    TransferListener.install(
        transfer -> {
          told.add(transfer.operation());
          throw new IllegalArgumentException("a listener that is wrong");
        });
    try (ByteFile file = ByteFile.open(path, channel())) {
      file.writeAt(0, new byte[] {1, 2, 3});
      byte[] found = new byte[3];
      file.readAt(0, found);
      assertThat(found).containsExactly(1, 2, 3);
    }
    assertThat(told).containsExactly("write", "read");
  }

  /// A listener that throws whatever it is given.
  private record Thrower(Throwable thrown) implements TransferListener {
    @Override
    public void completed(Transfer transfer) {
      throwAny(thrown);
    }

    @Override
    public void failed(Transfer transfer, IOException failure) {
      throwAny(thrown);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> void throwAny(Throwable thrown) throws E {
      throw (E) thrown;
    }
  }

  static List<Throwable> whatIsTheListeners() {
    return List.of(
        new AssertionError("a listener that is wrong"),
        new NoClassDefFoundError("a/Class"),
        new StackOverflowError(),
        new IOException("undeclared"));
  }

  @ParameterizedTest
  @MethodSource("whatIsTheListeners")
  void anErrorOfAListenerEndsNoTransferAndTakesNoFailuresPlace(Throwable thrown)
      throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[] {1, 2, 3});
    TransferListener.install(new Thrower(thrown));
    try (ByteFile file = ByteFile.open(path, channel())) {
      byte[] found = new byte[3];
      file.readAt(0, found);
      assertThat(found).containsExactly(1, 2, 3);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.readAt(1, found))
          .withMessageContaining("ends at 3");
    }
  }

  @Test
  void aLackOfMemoryInAListenerIsThrownOnWithTheFailureSuppressed() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[3]);
    OutOfMemoryError thrown = new OutOfMemoryError();
    TransferListener.install(new Thrower(thrown));
    try (ByteFile file = ByteFile.open(path, channel())) {
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(() -> file.readAt(1, new byte[3]))
          .isSameAs(thrown);
    }
    assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(TransferException.class);
  }

  @Test
  void theLastListenerAloneIsToldUntilItIsUninstalled() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[10]);
    Notes later = new Notes();
    try (ByteFile file = ByteFile.open(path, channel())) {
      file.readAt(0, new byte[1]);
      TransferListener.install(notes);
      file.readAt(0, new byte[2]);
      TransferListener.install(later);
      file.readAt(0, new byte[3]);
      TransferListener.uninstall();
      file.readAt(0, new byte[4]);
    }
    assertThat(notes.lines()).containsExactly("read 2 bytes of f by channel, threads 1");
    assertThat(later.lines()).containsExactly("read 3 bytes of f by channel, threads 1");
  }

  @Test
  void transfersOfManyThreadsAreAllTold() throws Exception {
    Path path = Files.write(folder.resolve("f"), new byte[1000]);
    TransferListener.install(notes);
    try (ByteFile file = ByteFile.open(path, channel())) {
      List<Thread> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        readers.add(Thread.ofPlatform().start(() -> readOften(file)));
      }
      for (Thread reader : readers) {
        reader.join();
      }
    }
    assertThat(notes.completed).hasSize(READERS * READS);
  }

  private static void readOften(ByteFile file) {
    try {
      for (int i = 0; i < READS; i++) {
        file.readAt(i, new byte[8]);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
