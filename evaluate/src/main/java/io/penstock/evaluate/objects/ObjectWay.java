package io.penstock.evaluate.objects;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import io.penstock.codecs.fory.ForyObjectCodec;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.object.JdkObjectCodec;
import io.penstock.object.ObjectCodec;
import io.penstock.object.ObjectLimits;
import io.penstock.report.By;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Vector;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.fory.Fory;
import org.apache.fory.io.ForyInputStream;
import org.objenesis.strategy.StdInstantiatorStrategy;

/// A way of turning objects into bytes and back.
///
/// @param approach its name in the report
/// @param by the family
/// @param storage makes a new one
/// @param options that its JVM needs
record ObjectWay(String approach, By by, Supplier<Storage> storage, List<String> options) {
  /// What lets Fory write the fields of other classes.
  private static final String OPEN_INVOKE = "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED";

  /// What lets Kryo do its best on a JDK of today.
  private static final String ALLOW_UNSAFE = "--sun-misc-unsafe-memory-access=allow";

  // Lambdas, not references to constructors: those load classes of libraries that only workers
  // have.
  static final ObjectWay BY_HAND = of("data-streams-by-hand", By.CLASSIC, () -> byHand());
  static final ObjectWay JDK = of("object-streams", By.CLASSIC, () -> streams(_ -> {}));
  static final ObjectWay FILTERED =
      of("object-streams-filtered", By.JDK, () -> streams(ObjectWay::filter));
  static final ObjectWay PENSTOCK = of("penstock", By.PENSTOCK, () -> coded(penstock()));
  static final ObjectWay PENSTOCK_FORY =
      of("penstock-fory", By.PENSTOCK, () -> coded(penstockFory()), OPEN_INVOKE);
  static final ObjectWay FORY = of("fory", By.PEER, () -> fory(), OPEN_INVOKE);
  static final ObjectWay KRYO = of("kryo", By.PEER, () -> kryo(), ALLOW_UNSAFE);
  static final ObjectWay PROTOBUF = of("protobuf", By.PEER, () -> new Protobuf());

  /// What Swing needs where there is no display.
  private static final String HEADLESS = "-Djava.awt.headless=true";

  /// The ways of objects of Swing, whose classes the other libraries would have to be told one by
  /// one.
  static final List<ObjectWay> OF_SWING =
      List.of(
          of("object-streams", By.CLASSIC, () -> streams(_ -> {}), HEADLESS),
          of("penstock", By.PENSTOCK, () -> coded(penstockSwing()), HEADLESS));

  /// The classes of what is saved and loaded.
  static final List<Class<?>> CLASSES =
      List.of(TestObject.class, TestObjectTrans.class, Panel.class, Panel.Widget.class, Node.class);

  private static final String FILTER =
      "java.util.*;java.lang.*;io.penstock.evaluate.objects.*;maxdepth=1000;!*";
  private static final ObjectLimits LIMITS =
      ObjectLimits.defaults().references(10_000_000).unfolded(100_000_000).bytes(1L << 30);

  /// Memory for the objects and what the garbage collector has to find room for.
  private static final long HEAP = 512L << 20;

  /// Copies the list.
  ObjectWay {
    options = List.copyOf(options);
  }

  private static ObjectWay of(
      String approach, By by, Supplier<Storage> storage, String... options) {
    return new ObjectWay(approach, by, storage, List.of(options));
  }

  /// Saves and loads, through streams that others buffer, open and close.
  interface Storage {
    void save(Object object, OutputStream out) throws IOException;

    Object load(InputStream in) throws IOException, ClassNotFoundException;
  }

  /// Adds an exercise in this way to an experiment.
  Experiment to(Experiment experiment, Exercise exercise) {
    return experiment.exercise(
        approach,
        by,
        exercise,
        entry -> entry.scratch(HEAP).options(options.toArray(String[]::new)));
  }

  @SuppressWarnings("JdkObsolete") // the book's
  private static ObjectCodec penstock() {
    return JdkObjectCodec.allowing(Vector.class).andPackagesOf(SavedObject.class).within(LIMITS);
  }

  private static ObjectCodec penstockSwing() {
    return JdkObjectCodec.allowing(SwingObject.classes()).within(LIMITS);
  }

  private static ObjectCodec penstockFory() {
    return ForyObjectCodec.allowing(CLASSES.toArray(Class<?>[]::new)).sharing().within(LIMITS);
  }

  private static Storage coded(ObjectCodec codec) {
    return new Storage() {
      @Override
      public void save(Object object, OutputStream out) throws IOException {
        codec.encode(object, out);
      }

      @Override
      public Object load(InputStream in) throws IOException {
        return codec.decode(in);
      }
    };
  }

  /// @param opened takes each stream before it is read
  private static Storage streams(Consumer<ObjectInputStream> opened) {
    return new Storage() {
      @Override
      public void save(Object object, OutputStream out) throws IOException {
        ObjectOutputStream objects = new ObjectOutputStream(out);
        objects.writeObject(object);
        objects.flush();
      }

      @Override
      public Object load(InputStream in) throws IOException, ClassNotFoundException {
        ObjectInputStream objects = new ObjectInputStream(in);
        opened.accept(objects);
        return objects.readObject();
      }
    };
  }

  private static void filter(ObjectInputStream objects) {
    objects.setObjectInputFilter(ObjectInputFilter.Config.createFilter(FILTER));
  }

  /// The article's semi-custom format.
  private static Storage byHand() {
    return new Storage() {
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
    };
  }

  /// Fory at its fastest: classes by number, fields that never change, and no header.
  private static Storage fory() {
    return new Storage() {
      private final Fory fory =
          Fory.builder()
              .withXlang(false)
              .withCompatible(false)
              .withRefTracking(true)
              .requireClassRegistration(true)
              .withMaxDepth(1000)
              .withMaxGraphMemoryBytes(1L << 30)
              .suppressClassRegistrationWarnings(true)
              .build();

      {
        CLASSES.forEach(fory::register);
      }

      @Override
      public void save(Object object, OutputStream out) {
        fory.serialize(out, object);
      }

      @Override
      public Object load(InputStream in) {
        return fory.deserialize(new ForyInputStream(in));
      }
    };
  }

  /// Kryo with registered classes and references. It does not call `readObject`: transient fields
  /// come back as nothing.
  @SuppressWarnings("JdkObsolete") // the book's
  private static Storage kryo() {
    return new Storage() {
      private static final int BUFFER = 16 << 10;

      private final Kryo kryo = new Kryo();
      private final Output output = new Output(BUFFER);
      private final Input input = new Input(BUFFER);

      {
        kryo.setReferences(true);
        kryo.setRegistrationRequired(true);
        kryo.setInstantiatorStrategy(
            new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        CLASSES.forEach(kryo::register);
        List.of(
                Vector.class,
                Date.class,
                ArrayList.class,
                HashMap.class,
                int[].class,
                double[].class,
                byte[].class)
            .forEach(kryo::register);
      }

      @Override
      public void save(Object object, OutputStream out) {
        output.setOutputStream(out);
        kryo.writeClassAndObject(output, object);
        output.flush();
      }

      @Override
      public Object load(InputStream in) {
        input.setInputStream(in);
        return kryo.readClassAndObject(input);
      }
    };
  }
}
