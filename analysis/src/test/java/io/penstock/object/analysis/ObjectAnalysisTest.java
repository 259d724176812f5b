package io.penstock.object.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.object.ObjectException;
import java.io.ByteArrayInputStream;
import java.io.NotSerializableException;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("JavaUtilDate") // a class of the JDK that writes itself
class ObjectAnalysisTest {
  private static final String ITEM = DocumentList.TestObject.class.getName();

  static List<Object> objects() {
    return Streams.objects();
  }

  private static FieldBytes field(ObjectAnalysis analysis, String name) {
    return analysis.fields().stream()
        .filter(each -> each.name().endsWith(name))
        .findFirst()
        .orElseThrow();
  }

  private static ClassBytes type(ObjectAnalysis analysis, String name) {
    return analysis.classes().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("objects")
  void everyByteOfAnObjectIsAccountedForOnce(Object object) throws Exception {
    Accounts.balanced(TransientVariant.serialized(object));
  }

  @Test
  void allObjectsInOneStreamAreReadWithWhatIsBetweenThem() throws Exception {
    byte[] stream =
        Streams.written(
            out -> {
              for (Object each : objects()) {
                out.writeInt(1);
                out.writeObject(each);
                out.writeUnshared(new Date(1));
              }
              out.write(new byte[5000]);
              out.reset();
              for (Object each : objects()) {
                out.writeObject(each);
              }
            });
    ObjectAnalysis analysis = Accounts.balanced(stream);
    assertThat(type(analysis, "java.util.UUID").objects()).isEqualTo(2);
    assertThat(type(analysis, "[stream]").bytes()).isGreaterThan(5000);
  }

  @Test
  void whatBrokeOffIsReadWithItsException() throws Exception {
    ObjectAnalysis analysis = Accounts.balanced(Streams.brokenOff());
    assertThat(field(analysis, "[exception that ended the writing]").values()).isEqualTo(1);
    assertThat(type(analysis, "java.io.NotSerializableException").objects()).isEqualTo(1);
    assertThat(type(analysis, Streams.Point.class.getName()).objects()).isEqualTo(2);
  }

  @Test
  void whatIsWrittenWithClassesIsRead() throws Exception {
    for (Object annotation : List.of("text", new Date(), Streams.Point.class, new int[2])) {
      Accounts.balanced(Streams.annotated(annotation));
    }
  }

  @Test
  void theTwoFieldsThatTheDocumentMadeTransientAreNamedWithWhatTheySave() throws Exception {
    byte[] whole = new TransientVariant(DocumentList.class, Set.of()).stream();
    byte[] without =
        new TransientVariant(DocumentList.class, Set.of(ITEM + ".name", ITEM + ".panel")).stream();
    ObjectAnalysis analysis = Accounts.balanced(whole);
    assertThat(analysis.savings().getFirst().name()).isEqualTo(ITEM + ".panel");
    assertThat(analysis.savings()).extracting(FieldSaving::name).contains(ITEM + ".name");
    assertThat(analysis.savingOf("TestObject.name", ITEM + ".panel"))
        .isEqualTo(whole.length - without.length);
  }

  @Test
  void fieldsAreCountedByTheirValues() throws Exception {
    String[] shared = {"same", "same", null, "other"};
    ObjectAnalysis analysis = ObjectAnalysis.of(shared);
    assertThat(field(analysis, "String[].[elements]"))
        .isEqualTo(new FieldBytes("java.lang.String[]", "[elements]", "", 4, 1, 1, 7 + 8 + 1 + 5));
    ObjectAnalysis points = ObjectAnalysis.of(new Streams.Point(1, 2, "p"));
    assertThat(field(points, "Point.y").bytes()).isEqualTo(8);
    assertThat(field(points, "Point.y").type()).isEqualTo("double");
    assertThat(field(points, "Point.name").type()).isEqualTo("java.lang.String");
  }

  @Test
  void classesThatAreNotThereAreNamedAllTheSame() throws Exception {
    byte[] stream = TransientVariant.serialized(new Streams.Point(1, 2, "p"));
    String text = new String(stream, ISO_8859_1).replace("Point", "Paint");
    ObjectAnalysis analysis = Accounts.balanced(text.getBytes(ISO_8859_1));
    assertThat(type(analysis, Streams.Point.class.getName().replace("Point", "Paint")).objects())
        .isEqualTo(1);
  }

  @Test
  void aChainIsOneNodeOfTheTree() throws Exception {
    assertThat(Chained.stream(500)).isEqualTo(Chained.written(500));
    ObjectAnalysis analysis = Accounts.balanced(Chained.stream(1_000_000));
    PathNode first =
        analysis.tree().children().stream()
            .filter(each -> each.type().equals(Chained.class.getName()))
            .findFirst()
            .orElseThrow();
    assertThat(first.objects()).isEqualTo(1);
    assertThat(first.children()).hasSize(1);
    assertThat(first.children().getFirst().objects()).isEqualTo(999_999);
    assertThat(first.children().getFirst().children()).isEmpty();
    assertThat(analysis.savings().getFirst().saved()).isGreaterThan(5_999_990);
  }

  @Test
  void aTreeHasNoMoreNodesThanItMayHave() throws Exception {
    Object deep = "core";
    List<Object> wide = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      deep = i % 2 == 0 ? new Object[] {deep} : new ArrayList<>(List.of(deep));
      wide.add(Array.newInstance(i % 2 == 0 ? int.class : long.class, new int[i % 200 + 1]));
    }
    wide.add(deep);
    ObjectAnalysis analysis = Accounts.balanced(TransientVariant.serialized(wide));
    assertThat(nodes(analysis.tree())).isBetween(10L, 20_000L);
  }

  private static long nodes(PathNode node) {
    return 1 + node.children().stream().mapToLong(ObjectAnalysisTest::nodes).sum();
  }

  @Test
  void contentsThatComeAgainAreFound() throws Exception {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      list.add("same ".repeat(2) + "same");
      list.add(new int[] {1, 2, 3});
      list.add("other " + i);
      list.add(new long[] {1, i});
    }
    ObjectAnalysis analysis = Accounts.balanced(TransientVariant.serialized(list));
    assertThat(analysis.repeats())
        .containsExactly(
            new Repeat("int[]", "000000010000000200000003", 12, 5, 4 * 17),
            new Repeat("java.lang.String", "same same same", 14, 5, 4 * 12));
  }

  @Test
  void longContentsThatDifferAtTheirEndAreDifferent() throws Exception {
    byte[] one = new byte[1_000_000];
    byte[] other = one.clone();
    other[other.length - 1] = 1;
    byte[] longer = new byte[1_000_001];
    assertThat(ObjectAnalysis.of(new Object[] {one, other, longer}).repeats()).isEmpty();
    assertThat(ObjectAnalysis.of(new Object[] {one, "x", one.clone()}).repeats())
        .containsExactly(new Repeat("byte[]", "00".repeat(16), 1_000_000, 2, 1_000_005));
  }

  @Test
  void aSizeIsAssertedWithATableOfWhatMakesIt() throws Exception {
    ObjectAnalysis analysis = ObjectAnalysis.of(new Streams.Point(1, 2, "p".repeat(1000)));
    analysis.requireAtMost(analysis.bytes());
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> analysis.requireAtMost(1000))
        .withMessageStartingWith(analysis.bytes() + " bytes are more than 1000:")
        .withMessageContaining("java.lang.String")
        .withMessageContaining("Point.name");
  }

  @Test
  void twoStreamsDifferByClassAndField() throws Exception {
    ObjectAnalysis before = ObjectAnalysis.of(new Streams.Point(1, 2, "p"));
    ObjectAnalysis after = ObjectAnalysis.of(new Streams.Point(1, 2, "point"));
    ObjectDifference difference = ObjectAnalysis.difference(before, after);
    assertThat(difference.change()).isEqualTo(4);
    assertThat(difference.classes())
        .containsExactly(new ObjectDifference.Change("java.lang.String", 4, 8));
    assertThat(difference.fields())
        .contains(new ObjectDifference.Change(Streams.Point.class.getName() + ".name", 4, 8));
    assertThat(difference.table(5)).contains("+4").contains("java.lang.String");
    assertThat(ObjectAnalysis.difference(before, before).classes()).isEmpty();
  }

  @Test
  void aFileIsReadAndNamedInItsErrors(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("state.ser");
    Files.write(file, TransientVariant.serialized("text"));
    assertThat(ObjectAnalysis.of(file).bytes()).isEqualTo(11);
    Files.write(file, new byte[] {1, 2, 3, 4});
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> ObjectAnalysis.of(file))
        .withMessageContaining("state.ser: no object stream");
  }

  @Test
  void whatIsNotSerializableIsRefused() {
    assertThatExceptionOfType(NotSerializableException.class)
        .isThrownBy(() -> ObjectAnalysis.of(new ArrayList<>(List.of(new Object()))));
  }

  @Test
  void aFieldThatIsNotThereOrCannotBeTransientIsRefused() throws Exception {
    ObjectAnalysis analysis = ObjectAnalysis.of(new ArrayList<>(List.of(1)));
    assertThatIllegalArgumentException().isThrownBy(() -> analysis.savingOf("Nothing.field"));
    assertThatIllegalArgumentException().isThrownBy(() -> analysis.savingOf("ArrayList.size"));
    assertThat(analysis.savings()).isEmpty();
  }

  @Test
  void namesThatWouldSteerATerminalAreMadeHarmless() throws Exception {
    Object[] twice = {"\033[31m\n red".repeat(2), "\033[31m\n red".repeat(1) + "\033[31m\n red"};
    assertThat(ObjectAnalysis.of(twice).table(10)).doesNotContain("\033").contains("?[31m? red");
    Object[] turned = {"txt.\u202eexe".repeat(2), "txt.\u202eexe".repeat(1) + "txt.\u202eexe"};
    assertThat(ObjectAnalysis.of(turned).table(10)).contains("txt.?exe");
  }

  @Test
  void noMoreMemoryIsTakenThanIsGiven() throws Exception {
    Object[] many = IntStream.range(0, 100_000).mapToObj(i -> "s" + i).toArray();
    byte[] stream = TransientVariant.serialized(many);
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> ObjectAnalysis.of(new ByteArrayInputStream(stream), 1 << 20))
        .withMessageContaining("more than its limit of 1048576 bytes of memory");
    assertThat(ObjectAnalysis.of(new ByteArrayInputStream(stream), 64 << 20).bytes())
        .isEqualTo(stream.length);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectAnalysis.of(new ByteArrayInputStream(stream), 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u20acx", "\u00f6\u00e9", "a\u20ac"})
  void aFieldsNameIsAsLongAsItsBytes(String name) throws Exception {
    byte[] stream = TransientVariant.serialized(new RandomGraph.Holder());
    String other = new String(name.getBytes(UTF_8), ISO_8859_1);
    String renamed = new String(stream, ISO_8859_1).replace("\0\4date", "\0\4".concat(other));
    assertThat(Accounts.balanced(renamed.getBytes(ISO_8859_1)).savingOf("Holder." + name))
        .isEqualTo(Accounts.balanced(stream).savingOf("Holder.date"));
  }

  @Test
  void aSharedObjectIsNotSavedByOneOfItsFields() throws Exception {
    Object[] shared = new Object[2];
    Chained one = new Chained();
    one.next = new Chained();
    shared[0] = one;
    shared[1] = one.next;
    ObjectAnalysis analysis = Accounts.balanced(TransientVariant.serialized(shared));
    // The entry in the description, the string with the type, a null and a reference; not the link.
    assertThat(analysis.savingOf("Chained.next"))
        .isEqualTo(3 + 4 + 3 + Chained.class.getName().length() + 2 + 1 + 5);
  }

  @Test
  void aStreamOfSeveralPiecesIsReadLikeOne() throws Exception {
    byte[] stream = TransientVariant.serialized(Arrays.asList(objects().toArray()));
    assertThat(ObjectAnalysis.of(new Trickle(stream)).table(100))
        .isEqualTo(Accounts.balanced(stream).table(100));
  }

  /// *I/O Performance*, listings 4-5 and 4-8, with the widgets of the JDK. A process of its own, as
  /// the tests' does not have them.
  private static final String LISTINGS =
      """
      import java.io.*;
      import java.util.*;
      import javax.swing.*;

      class Listings {
        static class TestObject implements Serializable {
          int value;
          TRANSIENT String name;
          Date timeStamp;
          TRANSIENT JPanel panel;

          TestObject(int value) {
            this.value = value;
            name = new String("Object: " + value);
            timeStamp = new Date();
            panel = new JPanel();
            panel.add(new JTextField());
            panel.add(new JButton("Help"));
            panel.add(new JLabel("This is a text label"));
          }
        }

        public static void main(String[] arguments) throws IOException {
          Vector<Object> vector = new Vector<>();
          for (int i = 0; i < 50; i++) {
            vector.addElement(new TestObject(i));
          }
          try (ObjectOutputStream out =
              new ObjectOutputStream(new FileOutputStream(arguments[0]))) {
            out.writeObject(vector);
          }
        }
      }
      """;

  @Test
  void theDocumentsOwnListIsForetoldToTheByte(@TempDir Path folder) throws Exception {
    assumeTrue(ModuleFinder.ofSystem().find("java.desktop").isPresent(), "no java.desktop");
    Path whole = listings(folder, "");
    Path without = listings(folder, "transient");
    ObjectAnalysis analysis = Accounts.balanced(Files.readAllBytes(whole));
    assertThat(analysis.savings().getFirst().name()).isEqualTo("Listings$TestObject.panel");
    assertThat(analysis.savings())
        .extracting(FieldSaving::name)
        .contains("Listings$TestObject.name");
    assertThat(analysis.savingOf("TestObject.name", "TestObject.panel"))
        .isEqualTo(Files.size(whole) - Files.size(without));
  }

  private static Path listings(Path folder, String modifier) throws Exception {
    Path source = folder.resolve("Listings.java");
    Path stream = folder.resolve("Out.test" + modifier);
    Files.writeString(source, LISTINGS.replace("TRANSIENT", modifier));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.awt.headless=true",
                source.toString(),
                stream.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
    return stream;
  }
}
