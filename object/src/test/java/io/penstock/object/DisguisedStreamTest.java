package io.penstock.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Streams that the JDK would read in another way than the scan before has: their limits would be
/// those of what the scan saw.
class DisguisedStreamTest {
  private static final int SERIALIZABLE = 2;
  private static final int EXTERNALIZABLE = 0x0c;
  private static final int FIRST_HANDLE = 0x7e0000;

  /// A serializable class, and one that extends it and writes itself.
  static class Base implements Serializable {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("unused") // it is written where a class writes its fields
    private final int unwritten = 5;
  }

  /// Written by its own methods alone.
  public static final class Own extends Base implements Externalizable {
    private static final long serialVersionUID = 1;
    private String text = "";

    /// For reading.
    public Own() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeInt(3);
      out.writeObject(text);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      in.readInt();
      text = (String) in.readObject();
    }
  }

  /// A record, which the JDK writes by its components whatever its methods say.
  @SuppressWarnings("serial") // the methods are those that the JDK does not call
  public record Components(int number) implements Externalizable {
    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {}
  }

  private static byte[] serialized(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  private static Object decoded(ObjectCodec codec, byte[] bytes) throws IOException {
    return codec.decode(new ByteArrayInputStream(bytes));
  }

  private static void assertRefused(byte[] bytes, String why) {
    JdkObjectCodec codec = JdkObjectCodec.allowing().within(ObjectLimits.defaults().unfolded(1000));
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> decoded(codec, bytes))
        .withMessageContaining(why);
  }

  /// A stream that is written by hand.
  private static final class Stream {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final DataOutputStream out = new DataOutputStream(bytes);

    Stream() throws IOException {
      out.writeInt(0xaced0005);
    }

    /// The beginning of a class description, up to its annotation.
    void begin(Class<?> type, int flags, String... fields) throws IOException {
      out.writeByte(0x72);
      out.writeUTF(type.getName());
      out.writeLong(ObjectStreamClass.lookup(type).getSerialVersionUID());
      out.writeByte(flags);
      out.writeShort(fields.length);
      for (String field : fields) {
        out.writeByte(field.charAt(0));
        out.writeUTF(field.substring(1));
      }
    }

    void describe(Class<?> type, int flags, String... fields) throws IOException {
      begin(type, flags, fields);
      out.writeByte(0x78);
    }

    void refer(int handle) throws IOException {
      out.writeByte(0x71);
      out.writeInt(FIRST_HANDLE + handle);
    }
  }

  /// What the JDK takes for four bytes of a number, because the name of the field's class says so.
  @Test
  void aFieldThatIsNoObjectByTheNameOfItsClassIsRefused() throws IOException {
    Stream stream = new Stream();
    stream.out.writeByte(0x73);
    stream.out.writeByte(0x72);
    stream.out.writeUTF("java.lang.Integer");
    stream.out.writeLong(ObjectStreamClass.lookup(Integer.class).getSerialVersionUID());
    stream.out.writeByte(SERIALIZABLE);
    stream.out.writeShort(1);
    stream.out.writeByte('L');
    stream.out.writeUTF("value");
    stream.out.writeByte(0x74);
    stream.out.writeUTF("I");
    stream.out.writeByte(0x78);
    stream.describe(Number.class, SERIALIZABLE);
    stream.out.writeByte(0x70);
    stream.out.writeByte(0x74); // a string for the scan, of a byte; a number for the JDK
    stream.out.writeShort(1);
    stream.out.writeByte('x');
    assertRefused(
        stream.bytes.toByteArray(), "a field of an object whose class is none by its name");
  }

  @Test
  void aClassThatWritesItselfAndExtendsOneThatDoesNotComesBack() throws IOException {
    Own value = new Own();
    value.text = "own";
    JdkObjectCodec codec = JdkObjectCodec.allowing(Own.class);
    Own back = (Own) decoded(codec, serialized(value));
    assertThat(back.text).isEqualTo("own");
  }

  @Test
  void aClassThatExtendsOneThatWritesItselfAndDoesNotIsRefused() throws Exception {
    Stream stream = new Stream();
    stream.out.writeByte(0x73);
    stream.describe(Byte.class, SERIALIZABLE, "Bvalue");
    stream.describe(Class.forName("java.time.Ser"), EXTERNALIZABLE);
    stream.out.writeByte(0x70);
    stream.out.writeByte(0x78); // the end of what Ser has written; the value for the JDK
    stream.out.writeByte(5);
    assertRefused(
        stream.bytes.toByteArray(), "a class that does not write itself as one above does");
  }

  @Test
  void aRecordThatIsSaidToWriteItselfIsRefused() throws IOException {
    Stream stream = new Stream();
    stream.out.writeByte(0x73);
    stream.describe(Components.class, EXTERNALIZABLE, "Inumber");
    stream.out.writeByte(0x70);
    stream.out.write(new byte[] {0x77, 2, 0, 0, 0x78}); // a block and its end; a number for the JDK
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(
            () -> decoded(JdkObjectCodec.allowing(Components.class), stream.bytes.toByteArray()))
        .withMessageContaining("a record that is externalizable");
  }

  @Test
  void noDescriptionOfAClassComesAlongAsAnObject() throws IOException {
    Stream stream = new Stream();
    stream.out.writeByte(0x73);
    stream.begin(Integer.class, SERIALIZABLE, "Ivalue");
    stream.refer(0);
    stream.out.writeByte(0x78);
    stream.describe(Number.class, SERIALIZABLE);
    stream.out.writeByte(0x70);
    stream.out.writeInt(7);
    assertRefused(stream.bytes.toByteArray(), "a class where an object belongs");
  }

  @Test
  void streamsWithoutDisguiseAreRead() throws IOException {
    Object value = new HashSet<>(List.of(new ArrayList<>(List.of(1, 2)), "text"));
    assertThat(decoded(JdkObjectCodec.allowing(), serialized(value))).isEqualTo(value);
  }
}
