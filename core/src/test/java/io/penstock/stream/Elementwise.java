package io.penstock.stream;

import io.penstock.array.Elements;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/// The JDK's own classes, with arrays as a loop over their elements: what everything is compared
/// with.
final class Elementwise {
  private Elementwise() {}

  static final class Output extends DataOutputStream implements ArrayDataOutput {
    Output(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      super.write(bytes);
    }

    @Override
    public void writeArray(Elements elements) throws IOException {
      Elementwise.write(this, elements);
    }
  }

  static final class Input extends DataInputStream implements ArrayDataInput {
    Input(InputStream in) {
      super(in);
    }

    @Override
    public void readArray(Elements elements) throws IOException {
      Elementwise.read(this, elements);
    }
  }

  static final class Random extends RandomAccessFile implements AnyFile {
    Random(Path file) throws IOException {
      super(file.toFile(), "rw");
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      super.write(bytes);
    }

    @Override
    public void writeArray(Elements elements) throws IOException {
      Elementwise.write(this, elements);
    }

    @Override
    public void readArray(Elements elements) throws IOException {
      Elementwise.read(this, elements);
    }
  }

  /// A NaN's bits are taken as they are: only the JDK's methods for one value make them all alike.
  static void write(DataOutput out, Elements elements) throws IOException {
    int from = Math.toIntExact(elements.first());
    for (int i = from; i < from + elements.count(); i++) {
      switch (elements.memory()) {
        case byte[] a -> out.writeByte(a[i]);
        case short[] a -> out.writeShort(a[i]);
        case char[] a -> out.writeChar(a[i]);
        case int[] a -> out.writeInt(a[i]);
        case long[] a -> out.writeLong(a[i]);
        case float[] a -> out.writeInt(Float.floatToRawIntBits(a[i]));
        case double[] a -> out.writeLong(Double.doubleToRawLongBits(a[i]));
        default -> throw new AssertionError(elements);
      }
    }
  }

  static void read(DataInput in, Elements elements) throws IOException {
    int from = Math.toIntExact(elements.first());
    for (int i = from; i < from + elements.count(); i++) {
      switch (elements.memory()) {
        case byte[] a -> a[i] = in.readByte();
        case short[] a -> a[i] = in.readShort();
        case char[] a -> a[i] = in.readChar();
        case int[] a -> a[i] = in.readInt();
        case long[] a -> a[i] = in.readLong();
        case float[] a -> a[i] = in.readFloat();
        case double[] a -> a[i] = in.readDouble();
        default -> throw new AssertionError(elements);
      }
    }
  }
}
