package io.penstock.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.object.ObjectCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/// What every [ObjectCodec] keeps.
public final class ObjectCodecContract {
  private static final long MEMORY = 8L << 20;

  private final Random random = Seed.sow(getClass());

  /// A value of a user's.
  ///
  /// @param name any text
  /// @param at a number
  /// @param parts others
  @SuppressWarnings("serial") // the list is an ArrayList
  public record Sample(String name, double at, List<Sample> parts) implements Serializable {}

  private final ObjectCodec codec;

  /// @param codec which allows [Sample]
  public ObjectCodecContract(ObjectCodec codec) {
    this.codec = codec;
  }

  /// The tests, for a method with [org.junit.jupiter.api.TestFactory].
  public Stream<DynamicTest> tests() {
    return Stream.of(
        test("a codec says what it is", this::aCodecSaysWhatItIs),
        test("a value comes back equal", this::aValueComesBackEqual),
        test(
            "an array of every primitive type comes back equal",
            this::anArrayOfEveryPrimitiveTypeComesBackEqual),
        test(
            "an array of numbers takes little more than its elements",
            this::anArrayOfNumbersTakesLittleMoreThanItsElements),
        test("every not a number keeps its bits", this::everyNotANumberKeepsItsBits),
        test(
            "objects follow each other and not a byte beyond is read",
            this::objectsFollowEachOtherAndNotAByteBeyondIsRead),
        test("what is cut anywhere is refused", this::whatIsCutAnywhereIsRefused),
        test(
            "changed bytes are another value or an exception of input",
            this::changedBytesAreAnotherValueOrAnExceptionOfInput),
        test(
            "a length that is only claimed takes no memory",
            this::aLengthThatIsOnlyClaimedTakesNoMemory),
        test(
            "a class that is not allowed is not written", this::aClassThatIsNotAllowedIsNotWritten),
        test("a stream that fails says so", this::aStreamThatFailsSaysSo),
        test("the stream is left open", this::theStreamIsLeftOpen),
        test("one codec serves many threads", this::oneCodecServesManyThreads));
  }

  private static DynamicTest test(String name, Executable body) {
    return DynamicTest.dynamicTest(name, body);
  }

  private static List<Object> values() {
    Sample part = new Sample("part", Double.NaN, new ArrayList<>());
    return List.of(
        "text",
        "long".repeat(30_000),
        true,
        1,
        2L,
        3.5,
        new ArrayList<>(List.of(1, "b", 2L)),
        new HashMap<>(Map.of("key", new ArrayList<>(List.of(1)))),
        part,
        new Sample("whole", 1, new ArrayList<>(List.of(part, part))));
  }

  private static List<Object> primitiveArrays() {
    List<Object> arrays = new ArrayList<>();
    Random content = new Random(1);
    for (Class<?> type :
        List.of(
            byte.class,
            boolean.class,
            char.class,
            short.class,
            int.class,
            long.class,
            float.class,
            double.class)) {
      for (int length : new int[] {0, 1, 7, 1000, 100_001}) {
        arrays.add(filled(Array.newInstance(type, length), content));
      }
    }
    return arrays;
  }

  private static Object filled(Object array, Random content) {
    for (int i = 0; i < Array.getLength(array); i++) {
      switch (array) {
        case byte[] a -> a[i] = (byte) content.nextInt();
        case boolean[] a -> a[i] = content.nextBoolean();
        case char[] a -> a[i] = (char) content.nextInt();
        case short[] a -> a[i] = (short) content.nextInt();
        case int[] a -> a[i] = content.nextInt();
        case long[] a -> a[i] = content.nextLong();
        case float[] a -> a[i] = content.nextFloat();
        default -> ((double[]) array)[i] = content.nextDouble();
      }
    }
    return array;
  }

  private byte[] encoded(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.encode(value, bytes);
    return bytes.toByteArray();
  }

  private Object decoded(byte[] bytes) throws IOException {
    return codec.decode(new ByteArrayInputStream(bytes));
  }

  private void aCodecSaysWhatItIs() {
    assertThat(codec.toString()).startsWith("object codec ").doesNotContain("@", "\n");
  }

  private void aValueComesBackEqual() throws IOException {
    for (Object value : values()) {
      assertThat(decoded(encoded(value))).isEqualTo(value);
    }
  }

  private void anArrayOfEveryPrimitiveTypeComesBackEqual() throws IOException {
    for (Object array : primitiveArrays()) {
      assertThat(decoded(encoded(array))).hasSameClassAs(array).isEqualTo(array);
    }
  }

  private void anArrayOfNumbersTakesLittleMoreThanItsElements() throws IOException {
    assertThat(encoded(new long[100_000])).hasSizeBetween(800_000, 800_100);
    assertThat(encoded(new byte[100_000])).hasSizeBetween(100_000, 100_100);
  }

  private void everyNotANumberKeepsItsBits() throws IOException {
    double[] numbers = {Double.longBitsToDouble(0x7ff8_0000_dead_beefL), -0.0};
    double[] back = (double[]) decoded(encoded(numbers));
    assertThat(Double.doubleToRawLongBits(back[0])).isEqualTo(0x7ff8_0000_dead_beefL);
    assertThat(Double.doubleToRawLongBits(back[1])).isEqualTo(Long.MIN_VALUE);
  }

  private void objectsFollowEachOtherAndNotAByteBeyondIsRead() throws IOException {
    List<Object> all = new ArrayList<>(values());
    all.addAll(primitiveArrays());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Object value : all) {
      codec.encode(value, bytes);
    }
    bytes.write(42);
    for (boolean trickling : new boolean[] {false, true}) {
      InputStream in = new ByteArrayInputStream(bytes.toByteArray());
      InputStream read = trickling ? new Trickling(in) : in;
      for (Object value : all) {
        assertThat(codec.decode(read)).isEqualTo(value);
      }
      assertThat(in.read()).isEqualTo(42);
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  /// Hands out a few bytes at a time and does not say how many there are.
  private static final class Trickling extends InputStream {
    private final InputStream in;

    Trickling(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] target, int from, int count) throws IOException {
      return in.read(target, from, Math.min(count, 1000));
    }
  }

  private void whatIsCutAnywhereIsRefused() throws IOException {
    List<Object> all = new ArrayList<>(values());
    all.addAll(primitiveArrays());
    for (Object value : all) {
      byte[] whole = encoded(value);
      int step = Math.max(1, whole.length / 100);
      for (int length = 0; length < whole.length; length += step) {
        byte[] cut = Arrays.copyOf(whole, length);
        assertThatExceptionOfType(IOException.class)
            .isThrownBy(() -> decoded(cut))
            .withMessageNotContaining("\n");
      }
    }
  }

  private void changedBytesAreAnotherValueOrAnExceptionOfInput() throws IOException {
    List<Object> all = new ArrayList<>(values());
    all.addAll(List.of(new int[3], new boolean[3], new byte[3], new double[3], new char[3]));
    for (int i = 0; i < 5000; i++) {
      byte[] changed = encoded(all.get(random.nextInt(all.size())));
      for (int changes = random.nextInt(3); changes >= 0; changes--) {
        changed[random.nextInt(Math.min(1000, changed.length))] = (byte) random.nextInt();
      }
      try {
        assertThat(decoded(changed)).isNotNull();
      } catch (IOException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }

  private void aLengthThatIsOnlyClaimedTakesNoMemory() throws IOException {
    for (Object array : List.of(new byte[1], new boolean[1], new int[1], new double[1])) {
      byte[] whole = encoded(array);
      for (int at = 0; at < whole.length; at++) {
        for (int value : new int[] {0x01, 0x10, 0x7f, 0xff}) {
          byte[] claimed = whole.clone();
          claimed[at] = (byte) value;
          long before = AllocatedBytes.now();
          try {
            assertThat(decoded(claimed)).isNotNull();
          } catch (IOException e) {
            assertThat(e.getMessage()).isNotBlank();
          }
          assertThat(AllocatedBytes.now() - before).isLessThan(MEMORY);
        }
      }
    }
  }

  private void aClassThatIsNotAllowedIsNotWritten() {
    for (Object value : List.of(new File("x"), new ArrayList<>(List.of(new File("x"))))) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> encoded(value))
          .withMessageContaining("java.io.File");
    }
  }

  @SuppressWarnings("InputStreamSlowMultibyteRead") // it fails at the first byte
  private void aStreamThatFailsSaysSo() throws IOException {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int value) throws IOException {
            throw new IOException("disk full");
          }
        };
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("line broken");
          }
        };
    for (Object value : List.of("text", new int[3], new boolean[3])) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> codec.encode(value, full))
          .withStackTraceContaining("disk full");
    }
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> codec.decode(broken))
        .withStackTraceContaining("line broken");
  }

  private void theStreamIsLeftOpen() throws IOException {
    List<String> closed = new ArrayList<>();
    OutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            closed.add("out");
          }
        };
    codec.encode("text", out);
    codec.encode(new int[2], out);
    InputStream in =
        new ByteArrayInputStream(((ByteArrayOutputStream) out).toByteArray()) {
          @Override
          public void close() {
            closed.add("in");
          }
        };
    codec.decode(in);
    codec.decode(in);
    assertThat(closed).isEmpty();
  }

  private void oneCodecServesManyThreads() throws Exception {
    ObjectCodec shared = codec;
    Callable<Boolean> work =
        () -> {
          for (int i = 0; i < 50; i++) {
            for (Object value : values()) {
              ByteArrayOutputStream bytes = new ByteArrayOutputStream();
              shared.encode(value, bytes);
              Object back = shared.decode(new ByteArrayInputStream(bytes.toByteArray()));
              if (!back.equals(value)) {
                return false;
              }
            }
          }
          return true;
        };
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (Future<Boolean> done : threads.invokeAll(List.of(work, work, work, work))) {
        assertThat(done.get()).isTrue();
      }
    }
  }
}
