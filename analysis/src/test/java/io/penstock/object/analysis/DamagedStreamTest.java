package io.penstock.object.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.object.ObjectException;
import io.penstock.testing.AllocatedBytes;
import io.penstock.testing.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DamagedStreamTest {
  private static final long MEMORY = 32 << 20;

  private final Random random = Seed.sow(DamagedStreamTest.class);

  static Object[] objects() {
    return Streams.objects().toArray();
  }

  private static void assertRefused(byte[] stream, String why) {
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> ObjectAnalysis.of(new ByteArrayInputStream(stream), MEMORY))
        .withMessageContaining(why)
        .withMessageNotContaining("\n");
  }

  /// Whatever the bytes are: an analysis in which they all are, or one clear error.
  private static boolean isSound(byte[] stream) throws IOException {
    try {
      ObjectAnalysis analysis = ObjectAnalysis.of(new ByteArrayInputStream(stream), MEMORY);
      assertThat(analysis.bytes()).isEqualTo(stream.length);
      assertThat(analysis.tree().bytes()).isEqualTo(stream.length);
      assertThat(analysis.sizeOfGraph()).isEqualTo(stream.length);
      assertThat(analysis.classes().stream().mapToLong(ClassBytes::allBytes).sum())
          .isEqualTo(stream.length);
      return true;
    } catch (ObjectException e) {
      assertThat(e.getMessage()).matches("no (sound )?object stream.*|.*limit of .*");
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("objects")
  void anObjectThatIsCutAnywhereIsRefusedWithThePlace(Object object) throws IOException {
    byte[] whole = TransientVariant.serialized(object);
    int step = Math.max(1, whole.length / 1000);
    for (int length = 5; length < whole.length; length += step) {
      assertRefused(
          Arrays.copyOf(whole, length), "it ends after %d bytes, in the middle".formatted(length));
    }
  }

  @ParameterizedTest
  @MethodSource("objects")
  void aChangedByteAnywhereIsAnErrorOrAnotherStream(Object object) throws IOException {
    byte[] whole = TransientVariant.serialized(object);
    int step = Math.max(1, whole.length / 500);
    for (int at = 0; at < whole.length; at += step) {
      byte[] changed = whole.clone();
      changed[at] ^= (byte) (1 << random.nextInt(8));
      isSound(changed);
    }
  }

  @Test
  void randomChangesAreErrorsOrOtherStreams() throws IOException {
    change(20_000);
  }

  @Test
  @Tag("long")
  void millionsOfRandomChangesAreErrorsOrOtherStreams() throws IOException {
    change(2_000_000);
  }

  private void change(int times) throws IOException {
    Object[] objects = objects();
    int sound = 0;
    for (int i = 0; i < times; i++) {
      byte[] stream = TransientVariant.serialized(objects[random.nextInt(objects.length)]);
      if (stream.length < 10_000) {
        sound += isSound(changed(stream)) ? 1 : 0;
      }
    }
    assertThat(sound).isBetween(times / 20, times - times / 20);
  }

  private byte[] changed(byte[] stream) {
    for (int changes = random.nextInt(3); changes >= 0; changes--) {
      int at = 4 + random.nextInt(stream.length - 4);
      stream[at] =
          switch (random.nextInt(4)) {
            case 0 -> (byte) random.nextInt();
            case 1 -> (byte) (0x70 + random.nextInt(16));
            case 2 -> (byte) random.nextInt(8);
            default -> (byte) (stream[at] ^ (1 << random.nextInt(8)));
          };
    }
    return stream;
  }

  @Test
  void aLengthThatIsClaimedTakesNoMemory() throws IOException {
    for (Object array : new Object[] {new byte[0], new long[0], new String[0], new int[0][0]}) {
      byte[] claimed = TransientVariant.serialized(array);
      claimed[claimed.length - 4] = 0x7f;
      assertRefused(claimed, "it ends after %d bytes".formatted(claimed.length));
      claimed[claimed.length - 4] = -1;
      assertRefused(claimed, "an array of -");
    }
    byte[] string = TransientVariant.serialized("long".repeat(20_000));
    string[5] = 0x7f;
    assertRefused(string, "it ends after");
    string[5] = -1;
    assertRefused(string, "a string of -");
    byte[] fields = TransientVariant.serialized(new Streams.Point(1, 2, "p"));
    int count = 4 + 2 + 2 + Streams.Point.class.getName().length() + 8 + 1;
    fields[count] = -1;
    assertRefused(fields, "byte");
  }

  private static byte[] repeated(byte[] begin, byte[] piece, int times) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(begin);
    for (int i = 0; i < times; i++) {
      bytes.writeBytes(piece);
    }
    return bytes.toByteArray();
  }

  @Test
  void depthIsMemoryAndNotStack() throws IOException {
    byte[] array = TransientVariant.serialized(new Object[1]);
    byte[] begin = Arrays.copyOf(array, array.length - 1);
    byte[] nested = {0x75, 0x71, 0x00, 0x7e, 0, 0, 0, 0, 0, 1};
    assertRefused(repeated(begin, nested, 100_000), "it ends after");
    assertRefused(repeated(begin, nested, 1_000_000), "limit of");
  }

  @Test
  void exceptionsInExceptionsAndClassesInClassesAreNoStackEither() throws IOException {
    byte[] head = {(byte) 0xac, (byte) 0xed, 0, 5};
    assertRefused(repeated(head, new byte[] {0x7b}, 100_000), "where an exception belongs");
    assertRefused(repeated(head, new byte[] {0x76}, 100_000), "where a class belongs");
    byte[] described = described("A");
    assertRefused(repeated(head, described, 20_000), "it ends after");
    byte[] line = repeated(repeated(head, described, 300), new byte[] {0x70}, 1);
    assertRefused(line, "class A extends more than 250 others");
    byte[] open = Arrays.copyOf(described, described.length - 1);
    assertRefused(repeated(head, open, 300_000), "limit of");
  }

  /// A class without fields up to its superclass.
  private static byte[] described(String name) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(0x72);
    out.writeUTF(name);
    out.writeLong(1);
    out.writeByte(2);
    out.writeShort(0);
    out.writeByte(0x78);
    return bytes.toByteArray();
  }

  @Test
  @Timeout(60) // not as many steps as the product of both
  void manyClassesBelowOneOfManyFieldsAreSurveyed() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(new byte[] {(byte) 0xac, (byte) 0xed, 0, 5, 0x76, 0x72});
    out.writeUTF("Above");
    out.writeLong(1);
    out.writeByte(2);
    out.writeShort(30_000);
    for (int i = 0; i < 30_000; i++) {
      out.writeByte('B');
      out.writeUTF(Integer.toString(i, Character.MAX_RADIX));
    }
    out.write(new byte[] {0x78, 0x70});
    byte[] below = described("Below");
    for (int i = 0; i < 20_000; i++) {
      out.writeByte(0x76);
      out.write(below);
      out.write(new byte[] {0x71, 0, 0x7e, 0, 0});
    }
    assertThat(isSound(bytes.toByteArray())).isTrue();
  }

  /// Two descriptions of one class whose fields' names all have one hash code.
  @Test
  @Timeout(60) // not as many steps as the square of their number
  void fieldsOfOneHashAreSurveyedAsSoonAsOthers() throws IOException {
    int fields = 0xffff;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(new byte[] {(byte) 0xac, (byte) 0xed, 0, 5});
    for (int description = 0; description < 2; description++) {
      out.writeByte(0x76);
      out.write(described("A", fields));
      for (int i = 0; i < fields; i++) {
        out.writeByte('B');
        out.writeUTF(ofOneHash(description * fields + i));
      }
      out.write(new byte[] {0x78, 0x70});
    }
    ObjectAnalysis analysis =
        ObjectAnalysis.of(new ByteArrayInputStream(bytes.toByteArray()), 1L << 28);
    assertThat(analysis.bytes()).isEqualTo(bytes.size());
  }

  /// Of 17 pairs of letters; two of them have the same hash code.
  private static String ofOneHash(int number) {
    StringBuilder name = new StringBuilder();
    for (int bit = 0; bit < 17; bit++) {
      name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return name.toString();
  }

  /// A class with so many fields, which follow.
  private static byte[] described(String name, int fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(0x72);
    out.writeUTF(name);
    out.writeLong(1);
    out.writeByte(2);
    out.writeShort(fields);
    return bytes.toByteArray();
  }

  /// An object of a class with a long name and many fields of a byte.
  private static byte[] longName(int length, int fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(new byte[] {(byte) 0xac, (byte) 0xed, 0, 5, 0x73});
    out.write(described("A".repeat(length), fields));
    for (int i = 0; i < fields; i++) {
      out.writeByte('B');
      out.writeUTF(Integer.toString(i, Character.MAX_RADIX));
    }
    out.write(new byte[] {0x78, 0x70});
    out.write(new byte[fields]);
    return bytes.toByteArray();
  }

  @Test
  void theNameOfAClassCountsForEachOfItsFields() throws IOException {
    assertRefused(longName(60_000, 1000), "limit of");
  }

  @Test
  void fieldsOfAClassWithALongNameAreSortedWithoutItsCopies() throws IOException {
    byte[] stream = longName(60_000, 200);
    long before = AllocatedBytes.now();
    ObjectAnalysis analysis = ObjectAnalysis.of(new ByteArrayInputStream(stream), MEMORY);
    assertThat(AllocatedBytes.now() - before).isLessThan(16 << 20);
    assertThat(analysis.fields()).hasSize(200 + 1);
  }

  @Test
  void nodesOfTheTreeShareTheNameOfAClass() throws IOException {
    byte[] twice =
        Streams.written(
            out -> {
              out.writeObject(new String[0]);
              out.writeObject(new ArrayList<>(List.<Object>of((Object) new String[0])));
            });
    List<PathNode> roots = ObjectAnalysis.of(new ByteArrayInputStream(twice)).tree().children();
    List<String> names =
        roots.stream()
            .flatMap(node -> Stream.concat(Stream.of(node), node.children().stream()))
            .map(PathNode::type)
            .filter("java.lang.String[]"::equals)
            .toList();
    assertThat(names).hasSize(2);
    assertThat(names.getFirst()).isSameAs(names.getLast());
  }

  @Test
  void aNameThatComesAgainIsKeptOnce() throws IOException {
    byte[] stream =
        Streams.written(
            out -> {
              out.writeObject(new Streams.Point(1, 2, "p"));
              out.reset();
              out.writeObject(new Streams.Point(3, 4, "q"));
            });
    Budget budget = new Budget(MEMORY);
    StreamReader reader =
        new StreamReader(new ByteArrayInputStream(stream), new Survey(budget), budget);
    assertThat(reader.read()).isEqualTo(stream.length);
    assertThat(reader.descriptions()).hasSize(2);
    String first = reader.descriptions().getFirst().name;
    assertThat(reader.descriptions().getLast().name).isSameAs(first);
  }

  @Test
  void referencesToWhatIsNotThereAreRefused() throws IOException {
    byte[] head = {(byte) 0xac, (byte) 0xed, 0, 5};
    assertRefused(repeated(head, new byte[] {0x71, 0, 0x7e, 0, 0}, 1), "a reference to nothing");
    assertRefused(repeated(head, new byte[] {0x71, -1, -1, -1, -1}, 1), "a reference to nothing");
    byte[] reset =
        Streams.written(
            out -> {
              out.writeObject("text");
              out.reset();
              out.writeObject("text");
              out.writeObject("text");
            });
    assertThat(isSound(reset)).isTrue();
    reset[reset.length - 1] = 1;
    assertRefused(reset, "a reference to nothing");
    byte[] noClass =
        repeated(TransientVariant.serialized("a"), new byte[] {0x73, 0x71, 0, 0x7e, 0, 0}, 1);
    assertRefused(noClass, "a reference to what is no class");
  }

  @Test
  void millionsOfReferencesTakeNoMoreThanTheLimit() throws IOException {
    byte[] stream =
        repeated(TransientVariant.serialized("a"), new byte[] {0x71, 0, 0x7e, 0, 0}, 3_000_000);
    assertRefused(stream, "limit of");
  }

  @Test
  void whatIsNoStreamIsSaidSo() {
    assertRefused(new byte[0], "it ends after 0 bytes");
    assertRefused(
        "PK\3\4 and so on".getBytes(StandardCharsets.US_ASCII),
        "no object stream: it does not begin with ac ed 00 05");
  }

  @Test
  void aStreamWithoutObjectsIsSound() throws IOException {
    assertThat(isSound(new byte[] {(byte) 0xac, (byte) 0xed, 0, 5})).isTrue();
  }
}
