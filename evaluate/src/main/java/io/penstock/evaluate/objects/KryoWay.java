package io.penstock.evaluate.objects;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.Vector;
import org.objenesis.strategy.StdInstantiatorStrategy;

/// Kryo with registered classes and references. It does not call `readObject`: transient fields
/// come back as nothing.
final class KryoWay implements ObjectWays.Way {
  private static final int BUFFER = 16 << 10;

  private final Kryo kryo = new Kryo();
  private final Output output = new Output(BUFFER);
  private final Input input = new Input(BUFFER);

  @SuppressWarnings("JdkObsolete") // the book's
  KryoWay() {
    kryo.setReferences(true);
    kryo.setRegistrationRequired(true);
    kryo.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
    for (Class<?> type : Samples.CLASSES) {
      kryo.register(type);
    }
    for (Class<?> type :
        new Class<?>[] {
          Vector.class,
          Date.class,
          ArrayList.class,
          HashMap.class,
          int[].class,
          double[].class,
          byte[].class
        }) {
      kryo.register(type);
    }
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
}
