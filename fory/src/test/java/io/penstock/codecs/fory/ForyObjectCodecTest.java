package io.penstock.codecs.fory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.object.JdkObjectCodec;
import io.penstock.object.ObjectCodec;
import io.penstock.object.ObjectException;
import io.penstock.object.ObjectLimits;
import io.penstock.testing.AllocatedBytes;
import io.penstock.testing.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ForyObjectCodecTest {
  private static final long MEMORY = 4L << 20;
  private static final ForyObjectCodec BASIC = ForyObjectCodec.allowing();
  private static final ForyObjectCodec CELLS =
      ForyObjectCodec.allowing(Cell.class, Cell.Kind.class);

  private static byte[] encoded(ObjectCodec codec, Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.encode(value, bytes);
    return bytes.toByteArray();
  }

  private static Object decoded(ObjectCodec codec, byte[] bytes) throws IOException {
    return codec.decode(new ByteArrayInputStream(bytes));
  }

  private static void assertRefused(ObjectCodec codec, byte[] bytes, String why) {
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> decoded(codec, bytes))
        .withMessageContaining(why)
        .withMessageNotContaining("\n");
  }

  private static void assertNotWritten(ObjectCodec codec, Object value, String why) {
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> encoded(codec, value))
        .withMessageContaining(why)
        .withMessageNotContaining("\n");
  }

  private static Cell cell() {
    Cell cell = new Cell(Cell.Kind.FLUID, 1, 2, 3);
    cell.properties.put("key", List.of(1, "two"));
    cell.next.add(new Cell(Cell.Kind.SOLID));
    return cell;
  }

  @Test
  void aClassOfAUsersComesBackWithWhatItsReadObjectRestores() throws IOException {
    Cell back = (Cell) decoded(CELLS, encoded(CELLS, cell()));
    assertThat(back.kind).isEqualTo(Cell.Kind.FLUID);
    assertThat(back.tags).containsExactly(1, 2, 3);
    assertThat(back.since).isEqualTo(cell().since);
    assertThat(back.properties).isEqualTo(cell().properties);
    assertThat(back.label).isEqualTo("cell of 3");
    assertThat(((Cell) back.next.getFirst()).kind).isEqualTo(Cell.Kind.SOLID);
  }

  @Test
  void theOrderInWhichClassesAreNamedDoesNotMatter() throws IOException {
    ForyObjectCodec other =
        ForyObjectCodec.allowing(
            File.class, Cell.Kind.class, ForyObjectCodecTest.class, Cell.class);
    assertThat(((Cell) decoded(other, encoded(CELLS, cell()))).tags).containsExactly(1, 2, 3);
  }

  @Test
  void aCircleIsKeptWhereObjectsAreSharedAndAnErrorElsewhere() throws IOException {
    Cell cell = cell();
    cell.next.add(cell);
    Cell back = (Cell) decoded(CELLS.sharing(), encoded(CELLS.sharing(), cell));
    assertThat(back.next.get(1)).isSameAs(back);
    assertNotWritten(CELLS, cell, "in a circle");
  }

  @Test
  void whatIsNotAllowedIsNeitherWrittenNorRead() throws IOException {
    ForyObjectCodec wide = ForyObjectCodec.allowing(File[].class);
    File file = new File("x");
    for (Object value : List.of(file, new File[] {file}, new ArrayList<>(List.of(file)))) {
      assertNotWritten(BASIC, value, "java.io.File");
      assertRefused(BASIC, encoded(wide, value), "java.io.File");
    }
    assertNotWritten(BASIC, Cell.Kind.FLUID, "is not allowed; name it in ForyObjectCodec.allowing");
    for (Object value : List.of(Cell.class, String.class, new Object[] {Cell.class})) {
      assertNotWritten(CELLS, value, "class java.lang.Class is not allowed");
    }
  }

  @Test
  void lambdasAndProxiesAreRefused() {
    Runnable lambda = (Runnable & Serializable) () -> {};
    Object proxy =
        Proxy.newProxyInstance(
            ForyObjectCodecTest.class.getClassLoader(),
            new Class<?>[] {Comparable.class},
            (InvocationHandler & Serializable) (_, _, _) -> 0);
    for (Object value : List.of(lambda, proxy)) {
      assertNotWritten(CELLS, value, "is not allowed");
      assertNotWritten(CELLS, new ArrayList<>(List.of(value)), "is not allowed");
    }
  }

  private static Object nested(int depth) {
    Object value = "core";
    for (int i = 0; i < depth; i++) {
      value = new ArrayList<>(Collections.singletonList(value));
    }
    return value;
  }

  @Test
  void aGraphDeeperThanTheLimitIsRefused() throws IOException {
    byte[] bytes = encoded(BASIC, nested(300));
    assertRefused(BASIC, bytes, "objects nested deeper than the limit of 200");
    ForyObjectCodec deep = BASIC.within(ObjectLimits.defaults().depth(400));
    assertThat(decoded(deep, bytes)).isEqualTo(nested(300));
    assertNotWritten(BASIC, nested(1_000_000), "nested too deeply");
  }

  @Test
  void anObjectOfTooManyBytesIsRefusedBeforeTheyAreRead() throws IOException {
    byte[] bytes = encoded(BASIC, "long".repeat(1000));
    ForyObjectCodec small = BASIC.within(ObjectLimits.defaults().bytes(1000));
    assertRefused(small, Arrays.copyOf(bytes, 6), "longer than the limit of 1000 bytes");
    assertRefused(BASIC, Arrays.copyOf(bytes, 6), "it ends after 6 bytes, in the middle");
    assertRefused(
        BASIC.within(ObjectLimits.defaults().arrayLength(10)),
        encoded(BASIC, new byte[11]),
        "an array of 11 elements");
  }

  @Test
  void aLengthThatIsNotTheObjectsIsRefused() throws IOException {
    byte[] bytes = encoded(BASIC, "text");
    byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
    more[5]++;
    assertRefused(BASIC, more, "the object takes");
    more[5] = -1;
    assertRefused(BASIC, more, "in the middle");
  }

  @Test
  void bytesOfAnotherCodecAreRefused() throws IOException {
    assertRefused(BASIC, encoded(JdkObjectCodec.allowing(), "text"), "not written by this codec");
    assertThat(decoded(JdkObjectCodec.allowing(), encoded(BASIC, new int[] {1, 2})))
        .isEqualTo(new int[] {1, 2});
  }

  @Test
  void nothingIsWrittenToTheTerminal() throws IOException {
    PrintStream terminal = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      ForyObjectCodec fresh = ForyObjectCodec.allowing(Cell.class, Cell.Kind.class);
      decoded(fresh, encoded(fresh, cell()));
    } finally {
      System.setOut(terminal);
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void changedBytesAreAnotherObjectOrAnErrorAndTakeLittleMemory() throws IOException {
    Random random = Seed.sow(getClass());
    List<Object> values =
        List.of(
            cell(),
            new ArrayList<>(List.of(new int[3], new byte[3], new Object[] {1}, new String[] {"x"})),
            new HashMap<>(Map.of("key", List.of(1))),
            new ArrayList<>(List.of(1, "b", 2L)));
    for (ForyObjectCodec codec : List.of(CELLS, CELLS.sharing())) {
      for (int i = 0; i < 2000; i++) {
        byte[] bytes = encoded(codec, values.get(random.nextInt(values.size())));
        for (int changes = random.nextInt(4); changes >= 0; changes--) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        long before = AllocatedBytes.now();
        try {
          assertThat(decoded(codec, bytes)).isNotNull();
        } catch (IOException e) {
          assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
        }
        // The first ones make their own Fory.
        if (i > 200) {
          assertThat(AllocatedBytes.now() - before).isLessThan(MEMORY);
        }
      }
    }
  }
}
