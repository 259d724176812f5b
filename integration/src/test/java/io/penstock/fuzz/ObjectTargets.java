package io.penstock.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.object.JdkObjectCodec;
import io.penstock.object.ObjectException;
import io.penstock.object.ObjectLimits;
import io.penstock.object.analysis.ObjectAnalysis;
import io.penstock.testing.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Objects in streams of Java's serialization.
final class ObjectTargets {
  private ObjectTargets() {}

  private enum Kind {
    ONE,
    OTHER {
      @Override
      public String toString() {
        return "another class";
      }
    }
  }

  private record Pair(Object left, Object right) implements Serializable {}

  /// With fields of every kind.
  @SuppressWarnings("UnusedVariable") // they are written
  private static final class Cell implements Serializable {
    private static final long serialVersionUID = 1;

    private final long number = 7;
    private final double[] numbers = {1, 2};
    private final Kind kind = Kind.OTHER;
    private final char letter = 'x';
    private final HashMap<String, Object> more = new HashMap<>(Map.of("a", 1));
    private final transient int left = 3;
  }

  private static List<Object> values() {
    Object[] self = new Object[2];
    self[0] = self;
    return List.of(
        "a text",
        42,
        new int[] {1, 2, 3},
        new String[][] {{"a"}, {}},
        new ArrayList<>(List.of(1, 2L, "c", 'd')),
        new HashMap<>(Map.of("k", new HashSet<>(List.of(1, 2)))),
        new LinkedHashMap<>(Map.of(1, "one")),
        new TreeMap<>(Map.of("a", List.of(true))),
        new BigDecimal("12345678901234567890.5"),
        Instant.EPOCH,
        Kind.ONE,
        new Pair("l", new Pair(1, Kind.OTHER)),
        new Cell(),
        self);
  }

  private static List<byte[]> words() {
    return Stream.concat(
            Stream.of(
                    "java.util.HashMap", "[I", "[Ljava.lang.Object;", "java.lang.String", "L", "B")
                .map(word -> word.getBytes(UTF_8)),
            Stream.iterate((byte) 0x70, code -> code <= 0x7e, code -> (byte) (code + 1))
                .map(code -> new byte[] {code}))
        .toList();
  }

  /// The codec that messages and files use.
  static final class Codec extends FuzzTarget {
    private final JdkObjectCodec codec =
        JdkObjectCodec.allowing(Kind.class, Pair.class, Cell.class)
            .within(ObjectLimits.defaults().bytes(100_000).arrayLength(10_000).references(10_000));

    Codec() {
      super("objects", ObjectException.class, 512 << 10, 500);
    }

    @Override
    public List<byte[]> seeds() throws IOException {
      List<byte[]> all = new ArrayList<>();
      for (Object value : values()) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        codec.encode(value, bytes);
        all.add(bytes.toByteArray());
      }
      return all;
    }

    @Override
    public List<byte[]> words() {
      return ObjectTargets.words();
    }

    @Override
    public void decode(byte[] input) throws IOException {
      Object _ = codec.decode(new ByteArrayInputStream(input));
    }
  }

  /// The analysis, which loads no class.
  static final class Analysis extends FuzzTarget {
    private static final long MEMORY = 2 << 20;

    Analysis() {
      super("object-analysis", ObjectException.class, 2 * MEMORY, 2000);
    }

    @Override
    public List<byte[]> seeds() throws IOException {
      List<byte[]> all = new ArrayList<>();
      for (Object value : values()) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
          out.writeObject(value);
          out.writeInt(5);
          out.writeUnshared(Arrays.asList(value, value));
        }
        all.add(bytes.toByteArray());
      }
      return all;
    }

    @Override
    public List<byte[]> words() {
      return ObjectTargets.words();
    }

    @Override
    public void decode(byte[] input) throws IOException {
      ObjectAnalysis analysis = ObjectAnalysis.of(new ByteArrayInputStream(input), MEMORY);
      assertThat(analysis.bytes()).isEqualTo(input.length);
      assertThat(analysis.table(20)).isNotBlank();
    }
  }
}
