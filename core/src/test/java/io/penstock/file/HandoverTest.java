package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.array.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Calls that wait, made by another thread than the virtual one that asks.
class HandoverTest {
  @TempDir Path folder;

  @Test
  void virtualThreadsAloneHandCallsOver() throws InterruptedException {
    assertThat(Handover.isDue()).isFalse();
    AtomicReference<Boolean> due = new AtomicReference<>(false);
    Thread.ofVirtual().start(() -> due.set(Handover.isDue())).join();
    assertThat(due.get()).isTrue();
  }

  @Test
  void aCallIsMadeByAPlatformThreadAndHasEndedThen() throws IOException {
    AtomicReference<Thread> maker = new AtomicReference<>(Thread.currentThread());
    Handover.run(() -> maker.set(Thread.currentThread()));
    assertThat(maker.get()).isNotEqualTo(Thread.currentThread());
    assertThat(maker.get().isVirtual()).isFalse();
  }

  /// As where no descriptor is left to read a class by: the thread that makes the call needs none
  /// that the asker has not loaded, or nobody would be told.
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aCallIsMadeThoughNoFurtherClassCanBeLoaded() throws Exception {
    Scarce classes = new Scarce();
    Class<?> call = classes.loadClass(Handover.Call.class.getName());
    AtomicReference<Boolean> made = new AtomicReference<>(false);
    Object called =
        Proxy.newProxyInstance(
            classes,
            new Class<?>[] {call},
            (_, _, _) -> {
              made.set(true);
              return null;
            });
    Method run = classes.loadClass(Handover.class.getName()).getMethod("run", call);
    assertThat(run.invoke(null, called)).isNull();
    assertThat(made.get()).isTrue();
  }

  /// A loader of another copy of the package's classes, without the interface of steps that fail.
  private static final class Scarce extends ClassLoader {
    private static final String PACKAGE = Handover.class.getPackageName() + ".";

    Scarce() {
      super(Handover.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(PACKAGE)) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      return known != null ? known : defined(name);
    }

    private Class<?> defined(String name) throws ClassNotFoundException {
      if (name.equals(Durability.Change.class.getName())) {
        throw new ClassNotFoundException(name);
      }
      String file = name.substring(PACKAGE.length()) + ".class";
      try (InputStream bytes = Handover.class.getResourceAsStream(file)) {
        byte[] all = Objects.requireNonNull(bytes).readAllBytes();
        return defineClass(name, all, 0, all.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void anInterruptDoesNotEndTheCallAndStaysSet() throws IOException {
    AtomicReference<Boolean> made = new AtomicReference<>(false);
    Thread asking = Thread.currentThread();
    asking.interrupt();
    Handover.run(
        () -> {
          while (asking.isInterrupted()) {
            Thread.onSpinWait(); // until the wait has been interrupted
          }
          made.set(true);
        });
    assertThat(made.get()).isTrue();
    assertThat(Thread.interrupted()).isTrue();
    Handover.run(() -> {});
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void whatTheCallThrowsIsThrownHere() {
    assertThatIOException()
        .isThrownBy(
            () ->
                Handover.run(
                    () -> {
                      throw new IOException("the device failed");
                    }))
        .withMessage("the device failed");
    assertThatExceptionOfType(StackOverflowError.class)
        .isThrownBy(
            () ->
                Handover.run(
                    () -> {
                      throw new StackOverflowError();
                    }));
  }

  @Test
  void aReadFillsItsPlaceAndNothingBesideIt() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[] {1, 2, 3, 4});
    try (EngineFile file = FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ);
        Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(5);
      Handover.read(file, path, 1, target, 2, 2);
      assertThat(target.toArray(ValueLayout.JAVA_BYTE)).containsExactly(0, 0, 2, 3, 0);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> Handover.read(file, path, 3, target, 0, 2))
          .withMessageContainingAll(path.toString(), "ends at 4");
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aVirtualThreadReadsShortAndLongRangesAsAnyOther(FileEngine engine) throws Exception {
    long[] numbers = LongStream.range(0, 100_000).toArray();
    Path path = folder.resolve("a.npy");
    Npy.write(path, Shape.of(numbers.length), numbers);
    Access access = Access.read().withEngine(engine);
    try (ArrayFile file = ArrayFile.open(path, access);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int count : new int[] {1, 512, 32 << 10, (32 << 10) + 1, 90_000}) {
        long[] found = new long[count + 7];
        MemorySegment segment = Arena.ofAuto().allocate(8L * count);
        threads
            .submit(
                () -> {
                  file.readAt(1234, found, 5, count);
                  file.readAt(1234, segment);
                  return null;
                })
            .get();
        long[] expected = new long[count + 7];
        System.arraycopy(numbers, 1234, expected, 5, count);
        assertThat(found).isEqualTo(expected);
        assertThat(segment.mismatch(MemorySegment.ofArray(expected).asSlice(40, 8L * count)))
            .isEqualTo(-1);
      }
    }
  }
}
