package io.penstock.evaluate.objects;

import io.penstock.object.JdkObjectCodec;
import io.penstock.object.ObjectCodec;
import io.penstock.object.ObjectLimits;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Vector;

/// Ways of saving an object to a file and of loading it.
final class ObjectWays {
  static final String JDK = "object-streams";
  static final String FILTERED = "object-streams-filtered";
  static final String PENSTOCK = "penstock";

  private static final String FILTER =
      "java.util.*;java.lang.*;io.penstock.evaluate.objects.*;maxdepth=1000;!*";

  private ObjectWays() {}

  /// Saves and loads.
  interface Way {
    /// Writes an object to a new file.
    void save(Object object, Path file) throws IOException;

    /// Reads it.
    Object load(Path file) throws IOException, ClassNotFoundException;
  }

  static Way of(String name) {
    return switch (name) {
      case JDK -> new Streams();
      case FILTERED -> new Filtered();
      case PENSTOCK -> new Coded(codec());
      default -> throw new IllegalArgumentException("no such way: " + name);
    };
  }

  @SuppressWarnings("JdkObsolete") // the book's
  private static ObjectCodec codec() {
    return JdkObjectCodec.allowing(Vector.class)
        .andPackagesOf(Sample.class)
        .within(
            ObjectLimits.defaults().references(10_000_000).unfolded(100_000_000).bytes(1L << 30));
  }

  private static class Streams implements Way {
    @Override
    public void save(Object object, Path file) throws IOException {
      try (OutputStream buffer = new BufferedOutputStream(new FileOutputStream(file.toFile()));
          ObjectOutputStream out = new ObjectOutputStream(buffer)) {
        out.writeObject(object);
      }
    }

    @Override
    public Object load(Path file) throws IOException, ClassNotFoundException {
      try (InputStream buffer = new BufferedInputStream(new FileInputStream(file.toFile()));
          ObjectInputStream in = new ObjectInputStream(buffer)) {
        prepare(in);
        return in.readObject();
      }
    }

    void prepare(ObjectInputStream in) {}
  }

  private static final class Filtered extends Streams {
    @Override
    void prepare(ObjectInputStream in) {
      in.setObjectInputFilter(ObjectInputFilter.Config.createFilter(FILTER));
    }
  }

  private record Coded(ObjectCodec codec) implements Way {
    @Override
    public void save(Object object, Path file) throws IOException {
      try (OutputStream out = new BufferedOutputStream(new FileOutputStream(file.toFile()))) {
        codec.encode(object, out);
      }
    }

    @Override
    public Object load(Path file) throws IOException {
      try (InputStream in = new BufferedInputStream(new FileInputStream(file.toFile()))) {
        return codec.decode(in);
      }
    }
  }
}
