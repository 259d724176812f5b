package io.penstock.object;

import io.penstock.array.Elements;
import java.io.ByteArrayInputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The JDK's serialization, of the classes that it is told to allow and within limits.
///
/// ```java
/// ObjectCodec codec = JdkObjectCodec.allowing(Particle.class, Cell.class);
/// ObjectCodec wider = JdkObjectCodec.allowing().andPackagesOf(Particle.class);
/// ```
///
/// Always allowed are arrays of primitive types, boxed values, strings, enums' common superclass,
/// `BigInteger`, `BigDecimal`, `UUID`, `Date`, `BitSet`, the dates, times, zones, units, fields and
/// calendars of `java.time`, and the common collections of `java.util`: array, linked and immutable
/// lists, hash, linked and tree sets and maps, array deques, empty, singleton and unmodifiable
/// ones, and arrays of these and of `Object`. Everything else has to be named. Proxies and lambdas
/// are never allowed.
///
/// Before an object is made from bytes, they are walked through once: every class that they name
/// must be allowed, every length must be there in full, and the whole must keep to the
/// [ObjectLimits]. So an array of 2^31 elements costs a hostile sender 2^31 elements. Classes that
/// are not allowed are not loaded. The JDK's own filter is set as well.
///
/// An array of a primitive type by itself is no stream of the JDK: it is written as a header and
/// its elements, as they are in memory. Within other objects the JDK writes it.
///
/// What an allowed class does in its own `readObject` is its own affair: allow classes that do
/// nothing but hold data. A class with a `writeObject` method must call `defaultWriteObject` or
/// `putFields` in it, as [java.io.Serializable] asks; one that does not cannot be read.
///
/// Immutable, and safe for any thread.
public final class JdkObjectCodec implements ObjectCodec {
  private static final JdkObjectCodec BASIC =
      new JdkObjectCodec(AllowedClasses.basic(), ObjectLimits.defaults());

  private final AllowedClasses allowed;
  private final ObjectLimits limits;

  private JdkObjectCodec(AllowedClasses allowed, ObjectLimits limits) {
    this.allowed = allowed;
    this.limits = limits;
  }

  /// Allows these classes, the serializable classes that they extend, and arrays of them; not
  /// classes that extend them.
  public static JdkObjectCodec allowing(Class<?>... classes) {
    return BASIC.and(classes);
  }

  /// Allows these classes too, as [#allowing] does.
  public JdkObjectCodec and(Class<?>... classes) {
    return new JdkObjectCodec(allowed.with(List.of(classes)), limits);
  }

  /// Allows all classes of the packages of these classes too, but not of packages below them.
  ///
  /// @throws IllegalArgumentException if one is a class of the JDK
  public JdkObjectCodec andPackagesOf(Class<?>... members) {
    return new JdkObjectCodec(allowed.withPackagesOf(List.of(members)), limits);
  }

  /// The same with other limits.
  public JdkObjectCodec within(ObjectLimits other) {
    return new JdkObjectCodec(allowed, other);
  }

  @Override
  public String toString() {
    return "object codec jdk, " + allowed + ", within " + limits;
  }

  @Override
  public void encode(Object value, OutputStream out) throws IOException {
    if (PrimitiveArray.is(value)) {
      PrimitiveArray.write(Elements.of(value), out);
      return;
    }
    try {
      Writing stream = new Writing(out);
      stream.writeObject(value);
      stream.requireAllowed();
      stream.flush();
    } catch (NotSerializableException e) {
      throw new ObjectException("class " + e.getMessage() + " is not serializable", e);
    } catch (StackOverflowError e) {
      throw new ObjectException(
          value.getClass().getName()
              + ": its objects are nested too deeply for this thread's stack",
          e);
    } catch (RuntimeException e) {
      throw new ObjectException(value.getClass().getName() + " cannot be written: " + e, e);
    }
  }

  @Override
  public Object decode(InputStream in) throws IOException {
    try {
      ScanInput input = new ScanInput(in, limits.bytes());
      int magic = input.unsignedShort();
      if (magic == PrimitiveArray.MAGIC) {
        return PrimitiveArray.read(in, limits);
      }
      ObjectScan scan = new ObjectScan(input, allowed, limits);
      byte[] object = scan.scan(magic);
      return required(new Reading(object, scan).readWhole());
    } catch (ObjectException e) {
      throw e;
    } catch (IOException e) {
      throw new ObjectException("the object cannot be read: " + text(e), e);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new ObjectException("the object does not make sense: " + e, e);
    } catch (StackOverflowError e) {
      throw new ObjectException(
          "the object is nested too deeply for this thread's stack; lower the limit of "
              + limits.depth(),
          e);
    } catch (LinkageError | VirtualMachineError | AssertionError e) {
      throw new ObjectException("the object cannot be made: " + e, e);
    }
  }

  // The JDK's stream can hold a null.
  private static Object required(@Nullable Object value) throws ObjectException {
    if (value == null) {
      throw new ObjectException("the stream holds no object but null");
    }
    return value;
  }

  private static String text(IOException e) {
    String text = e.getMessage();
    return text == null ? e.getClass().getSimpleName() : text;
  }

  /// Checks each class as it is first written.
  ///
  /// When writing fails, the JDK writes the exception to the stream too, and what the exception
  /// refers to. That is let through, so that the exception and not the attempt to write it is what
  /// the caller sees.
  private final class Writing extends ObjectOutputStream {
    private @Nullable Class<?> exception;

    Writing(OutputStream out) throws IOException {
      super(out);
    }

    @Override
    protected void annotateClass(Class<?> type) throws IOException {
      if (exception != null || allowed.allows(type)) {
        return;
      }
      if (!IOException.class.isAssignableFrom(type)) {
        throw refusal(type);
      }
      exception = type;
    }

    /// Fails if an exception was let through and nothing had failed.
    void requireAllowed() throws IOException {
      if (exception != null) {
        throw refusal(exception);
      }
    }

    private ObjectException refusal(Class<?> type) {
      return new ObjectException(
          "class " + type.getName() + " is not allowed; name it in JdkObjectCodec.allowing");
    }

    @Override
    protected void annotateProxyClass(Class<?> type) throws IOException {
      throw new ObjectException("a proxy is not allowed: " + type.getName());
    }
  }

  /// Reads what the scan found sound, and checks classes and lengths once more.
  private final class Reading extends ObjectInputStream {
    /// A hash table may have a few places for each element; an element takes at least one byte.
    private static final long PLACES_PER_BYTE = 16;

    private static final long SMALL = 1024;

    private final long bytes;
    private final ObjectScan scan;

    @SuppressWarnings("this-escape")
    Reading(byte[] object, ObjectScan scan) throws IOException {
      super(new ByteArrayInputStream(object));
      bytes = object.length;
      this.scan = scan;
      enableResolveObject(true);
      setObjectInputFilter(this::judge);
    }

    @Nullable Object readWhole() throws IOException, ClassNotFoundException {
      scan.keys().start();
      return readObject();
    }

    /// Comes for each object as it is complete, before a hash table has it.
    @Override
    protected @Nullable Object resolveObject(@Nullable Object object) throws IOException {
      scan.keys().complete(object);
      return object;
    }

    /// Classes are judged in [#resolveClass]. The filter is also asked about what allowed classes
    /// put in their place, such as immutable lists, and about the tables that they make.
    private ObjectInputFilter.Status judge(ObjectInputFilter.FilterInfo info) {
      long most = Math.min(limits.arrayLength(), Math.max(SMALL, bytes * PLACES_PER_BYTE));
      return info.arrayLength() <= most
          ? ObjectInputFilter.Status.ALLOWED
          : ObjectInputFilter.Status.REJECTED;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws IOException {
      String name = description.getName();
      if (!allowed.allows(name)) {
        throw new ObjectException("class " + name + " is not allowed");
      }
      Class<?> found =
          allowed
              .find(name)
              .orElseThrow(() -> new InvalidClassException(name, "there is no such class here"));
      if (found.isRecord() && scan.written().contains(name)) { // the JDK would not pass over that
        throw new InvalidClassException(name, "a record that writes more than its components");
      }
      if (found.isRecord() && Externalizable.class.isAssignableFrom(found)) {
        // The stream says that it has written itself; the JDK reads its components.
        throw new InvalidClassException(name, "a record that is externalizable");
      }
      return found;
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
      throw new ObjectException("a proxy is not allowed");
    }
  }
}
