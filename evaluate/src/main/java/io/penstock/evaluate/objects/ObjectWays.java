package io.penstock.evaluate.objects;

import io.penstock.codecs.fory.ForyObjectCodec;
import io.penstock.object.JdkObjectCodec;
import io.penstock.object.ObjectCodec;
import io.penstock.object.ObjectLimits;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.Vector;

/// Ways of turning objects into bytes and back.
final class ObjectWays {
  static final String BY_HAND = "data-streams-by-hand";
  static final String JDK = "object-streams";
  static final String FILTERED = "object-streams-filtered";
  static final String PENSTOCK = "penstock";
  static final String PENSTOCK_FORY = "penstock-fory";
  static final String FORY = "fory";
  static final String KRYO = "kryo";
  static final String PROTOBUF = "protobuf";

  private static final String FILTER =
      "java.util.*;java.lang.*;io.penstock.evaluate.objects.*;maxdepth=1000;!*";
  private static final ObjectLimits LIMITS =
      ObjectLimits.defaults().references(10_000_000).unfolded(100_000_000).bytes(1L << 30);

  private ObjectWays() {}

  /// Saves and loads, through streams that others buffer, open and close.
  interface Way {
    void save(Object object, OutputStream out) throws IOException;

    Object load(InputStream in) throws IOException, ClassNotFoundException;
  }

  static Way of(String name) {
    return switch (name) {
      case BY_HAND -> new ByHand();
      case JDK -> new Streams();
      case FILTERED -> new Filtered();
      case PENSTOCK -> new Coded(penstock());
      case PENSTOCK_FORY -> new Coded(penstockFory());
      case FORY -> new ForyWay();
      case KRYO -> new KryoWay();
      case PROTOBUF -> new ProtobufWay();
      default -> throw new IllegalArgumentException("no such way: " + name);
    };
  }

  @SuppressWarnings("JdkObsolete") // the book's
  private static ObjectCodec penstock() {
    return JdkObjectCodec.allowing(Vector.class).andPackagesOf(Sample.class).within(LIMITS);
  }

  private static ObjectCodec penstockFory() {
    return ForyObjectCodec.allowing(Samples.CLASSES.toArray(Class<?>[]::new))
        .sharing()
        .within(LIMITS);
  }

  /// The article's semi-custom format.
  private static final class ByHand implements Way {
    @Override
    public void save(Object object, OutputStream out) throws IOException {
      DataOutputStream data = new DataOutputStream(out);
      int[] ints = (int[]) object;
      data.writeInt(ints.length);
      for (int each : ints) {
        data.writeInt(each);
      }
    }

    @Override
    public Object load(InputStream in) throws IOException {
      DataInputStream data = new DataInputStream(in);
      int[] ints = new int[data.readInt()];
      for (int i = 0; i < ints.length; i++) {
        ints[i] = data.readInt();
      }
      return ints;
    }
  }

  private static class Streams implements Way {
    @Override
    public void save(Object object, OutputStream out) throws IOException {
      ObjectOutputStream objects = new ObjectOutputStream(out);
      objects.writeObject(object);
      objects.flush();
    }

    @Override
    public Object load(InputStream in) throws IOException, ClassNotFoundException {
      ObjectInputStream objects = new ObjectInputStream(in);
      prepare(objects);
      return objects.readObject();
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
    public void save(Object object, OutputStream out) throws IOException {
      codec.encode(object, out);
    }

    @Override
    public Object load(InputStream in) throws IOException {
      return codec.decode(in);
    }
  }
}
