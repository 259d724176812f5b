package mpi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// Objects as bytes by Java's serialization, of any class of the program.
///
/// The bytes come from ranks of the same job, which have proved that they know its secret and run
/// the same program: no class is refused.
final class ObjectBytes {
  private ObjectBytes() {}

  /// @throws MPIException if one cannot be written; the message names its class
  static byte[] of(@Nullable Object... objects) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeInt(objects.length);
      for (Object object : objects) {
        out.writeObject(object);
      }
    } catch (IOException e) {
      throw new MPIException("an object cannot be sent: " + e, e);
    }
    return bytes.toByteArray();
  }

  /// @throws MPIException if they cannot be read
  static @Nullable Object[] read(byte[] bytes, int from, int length) {
    try (ObjectInputStream in = new Input(new ByteArrayInputStream(bytes, from, length))) {
      @Nullable Object[] objects = new Object[in.readInt()];
      for (int i = 0; i < objects.length; i++) {
        objects[i] = in.readObject();
      }
      return objects;
    } catch (IOException | ClassNotFoundException e) {
      throw new MPIException("a received object cannot be read: " + e, e);
    }
  }

  /// A stream that finds the classes of a rank that is a thread with classes of its own.
  private static final class Input extends ObjectInputStream {
    Input(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return Class.forName(description.getName(), false, loader);
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description);
      }
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces)
        throws IOException, ClassNotFoundException {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      try {
        Class<?>[] types = new Class<?>[interfaces.length];
        for (int i = 0; i < types.length; i++) {
          types[i] = Class.forName(interfaces[i], false, loader);
        }
        return Proxy.newProxyInstance(loader, types, (_, _, _) -> null).getClass();
      } catch (ClassNotFoundException | IllegalArgumentException e) {
        return super.resolveProxyClass(interfaces);
      }
    }
  }
}
