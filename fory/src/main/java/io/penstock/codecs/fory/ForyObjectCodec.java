package io.penstock.codecs.fory;

import io.penstock.array.Elements;
import io.penstock.object.ObjectCodec;
import io.penstock.object.ObjectException;
import io.penstock.object.ObjectLimits;
import io.penstock.object.PrimitiveArray;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.fory.Fory;
import org.apache.fory.logging.LogLevel;
import org.apache.fory.logging.LoggerFactory;
import org.apache.fory.memory.MemoryBuffer;

/// Objects as bytes by Apache Fory, which generates code for each class: several times faster than
/// the JDK's serialization, and read by Fory alone.
///
/// ```java
/// ObjectCodec codec = ForyObjectCodec.allowing(Order.class, Customer.class);
/// ```
///
/// Allowed are the classes that are named, arrays of them, and those that Fory knows by itself:
/// boxed values, strings, numbers, times and the collections of `java.util`. Proxies, lambdas and
/// `Class` objects never are. A class is written with the names and types of its fields, once in
/// each object: fields that the class has no more are left out. A constructor without arguments
/// runs if there is one: new and transient fields are as it leaves them. Then a `readObject` method
/// runs if there is one.
///
/// Bytes are `a7 7b`, their number in 4 bytes, big-endian, and what Fory writes; all of them must
/// be there before any is looked at. An array of a primitive type by itself is written as
/// [PrimitiveArray] says.
///
/// Of [ObjectLimits], `depth`, `bytes`, and `arrayLength` for arrays of primitive types by
/// themselves are kept as they are. Fory does not count references: instead, what it makes may be
/// estimated at eight times `bytes` at most, and elements that take no bytes are few. Without
/// [#sharing] no object is met twice, so that `unfolded` has nothing to stop. Fory does not count
/// `comparisons` either: keys of a hash table that were chosen to have one hash code, such as lists
/// of two numbers, take time that grows with the square of their number, seconds for 200 KB. Lower
/// `bytes` for what strangers send, or read it by [io.penstock.object.JdkObjectCodec].
///
/// Fory's own log, which would go to standard output, is set to errors.
///
/// The JVM needs `--add-opens java.base/java.lang.invoke=org.apache.fory.core`, or `=ALL-UNNAMED`
/// where Fory is on the class path; else it warns at the first use, and where
/// `--sun-misc-unsafe-memory-access=deny` holds, writing and reading fail.
///
/// Immutable, and safe for any thread.
public final class ForyObjectCodec implements ObjectCodec {
  private static final int MAGIC = 0xa77b;
  private static final int HEADER = 6;

  private static final Pattern UNREGISTERED =
      Pattern.compile("[Cc]lass (\\S+) is not registered", Pattern.CASE_INSENSITIVE);
  private static final String DEPTH = "exceed max depth";
  private static final int MOST_CAUSES = 20;

  static {
    // Its warnings, that a class has methods of its own to write it, would go to standard output.
    LoggerFactory.setLogLevel(LogLevel.ERROR_LEVEL);
  }

  private final Settings settings;

  /// As many as processors: they are slow to make.
  private final BlockingQueue<Fory> idle =
      new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());

  private ForyObjectCodec(Settings settings) {
    this.settings = settings;
  }

  /// Allows these classes, and no classes that extend them.
  public static ForyObjectCodec allowing(Class<?>... classes) {
    return new ForyObjectCodec(new Settings(List.of(classes), ObjectLimits.defaults(), false));
  }

  /// The same with other limits.
  public ForyObjectCodec within(ObjectLimits other) {
    return new ForyObjectCodec(new Settings(settings.classes(), other, settings.sharing()));
  }

  /// The same, but an object that several others refer to is written once and comes back once, and
  /// circles are kept. What is read must come from a source that is trusted: sets of sets that
  /// share their elements, a few hundred bytes, may take longer to read than anyone will wait.
  public ForyObjectCodec sharing() {
    return new ForyObjectCodec(new Settings(settings.classes(), settings.limits(), true));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "object codec fory, %d classes%s, within %s",
        settings.classes().size(),
        settings.sharing() ? ", sharing" : "",
        settings.limits());
  }

  @Override
  public void encode(Object value, OutputStream out) throws IOException {
    if (PrimitiveArray.is(value)) {
      PrimitiveArray.write(Elements.of(value), out);
      return;
    }
    byte[] bytes = written(value);
    out.write(header(bytes.length));
    out.write(bytes);
  }

  private byte[] written(Object value) throws ObjectException {
    try {
      return lend(fory -> fory.serialize(value));
    } catch (RuntimeException | StackOverflowError | LinkageError | OutOfMemoryError e) {
      throw unwritable(value, e);
    }
  }

  private static byte[] header(int length) {
    byte[] header = new byte[HEADER];
    header[0] = (byte) (MAGIC >>> 8);
    header[1] = (byte) MAGIC;
    for (int i = 2; i < HEADER; i++) {
      header[i] = (byte) (length >>> (8 * (HEADER - 1 - i)));
    }
    return header;
  }

  @Override
  public Object decode(InputStream in) throws IOException {
    int magic = (int) number(in, 0, 2);
    if (magic == PrimitiveArray.MAGIC) {
      return PrimitiveArray.read(in, settings.limits());
    }
    if (magic != MAGIC) {
      throw new ObjectException("object refused at byte 0: not written by this codec");
    }
    long length = number(in, 2, 4);
    if (length > settings.limits().bytes() - HEADER) {
      throw new ObjectException(
          String.format(
              Locale.ROOT,
              "object refused at byte 2: longer than the limit of %d bytes",
              settings.limits().bytes()));
    }
    byte[] bytes = in.readNBytes((int) length);
    if (bytes.length < length) {
      throw cut(HEADER + (long) bytes.length);
    }
    return read(bytes);
  }

  private static long number(InputStream in, int at, int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw cut(at + (long) bytes.length);
    }
    long number = 0;
    for (byte each : bytes) {
      number = (number << 8) | (each & 0xff);
    }
    return number;
  }

  private static ObjectException cut(long bytes) {
    return new ObjectException(
        String.format(Locale.ROOT, "object refused: it ends after %d bytes, in the middle", bytes),
        new EOFException());
  }

  private Object read(byte[] bytes) throws ObjectException {
    try {
      return lend(fory -> whole(fory, bytes));
    } catch (RuntimeException | Error e) {
      throw unreadable(e);
    }
  }

  /// Reads an object that takes all bytes of a message.
  private static Object whole(Fory fory, byte[] bytes) {
    MemoryBuffer buffer = MemoryBuffer.fromByteArray(bytes);
    Object value = fory.deserialize(buffer);
    if (value == null) {
      throw new IllegalArgumentException("the bytes hold no object but null");
    }
    if (buffer.readerIndex() != bytes.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "the object takes %d of %d bytes", buffer.readerIndex(), bytes.length));
    }
    return value;
  }

  /// Lends a Fory to one thread at a time. One that failed is not used again, since it may still
  /// refer to its objects.
  private <T> T lend(Function<Fory, T> work) {
    Fory found = idle.poll();
    Fory fory = found == null ? settings.fory() : found;
    T result = work.apply(fory);
    boolean _ = idle.offer(fory);
    return result;
  }

  // ---- Fory's exceptions, each as one line that names the class or the reason -------------------

  private static ObjectException unwritable(Object value, Throwable failure) {
    return unregistered(failure)
        .orElseGet(
            () ->
                new ObjectException(
                    String.format(
                        Locale.ROOT,
                        "%s cannot be written: %s",
                        value.getClass().getName(),
                        why(failure)),
                    failure));
  }

  private ObjectException unreadable(Throwable failure) {
    return unregistered(failure)
        .or(() -> tooDeep(failure))
        .orElseGet(
            () -> new ObjectException("the object does not make sense: " + why(failure), failure));
  }

  private Optional<ObjectException> tooDeep(Throwable failure) {
    return causes(failure)
        .filter(cause -> String.valueOf(cause.getMessage()).contains(DEPTH))
        .map(
            _ ->
                new ObjectException(
                    String.format(
                        Locale.ROOT,
                        "objects nested deeper than the limit of %d",
                        settings.limits().depth()),
                    failure))
        .findFirst();
  }

  private static Optional<ObjectException> unregistered(Throwable failure) {
    return causes(failure)
        .map(cause -> UNREGISTERED.matcher(String.valueOf(cause.getMessage())))
        .filter(Matcher::find)
        .map(
            found ->
                new ObjectException(
                    String.format(
                        Locale.ROOT,
                        "class %s is not allowed; name it in ForyObjectCodec.allowing",
                        found.group(1)),
                    failure))
        .findFirst();
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(MOST_CAUSES);
  }

  /// The first line of the deepest cause, which says most.
  private static String why(Throwable failure) {
    Throwable deepest = causes(failure).reduce(failure, (_, cause) -> cause);
    if (deepest instanceof StackOverflowError) {
      return "its objects are nested too deeply for this thread's stack, or in a circle";
    }
    return Optional.ofNullable(deepest.getMessage())
        .flatMap(text -> text.lines().findFirst())
        .map(line -> deepest.getClass().getSimpleName() + ": " + line)
        .orElse(deepest.getClass().getSimpleName());
  }
}
