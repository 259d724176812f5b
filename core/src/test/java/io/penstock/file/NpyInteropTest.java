package io.penstock.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.testing.Python;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// NumPy is the truth: it reads what is written here, and what it writes is read here.
class NpyInteropTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final List<Shape> SHAPES =
      List.of(
          Shape.of(),
          Shape.of(0),
          Shape.of(1),
          Shape.of(100),
          Shape.of(2, 3),
          Shape.of(0, 3),
          Shape.of(3, 0),
          Shape.of(2, 3, 4),
          Shape.of(2, 3, 0, 5),
          Shape.of(2, 3, 4, 5));

  private static String script = "";
  private static List<Written> written = List.of();

  /// A file of NumPy's and what NumPy says about it.
  private record Written(Npy format, String digits) {
    static Written parse(String line) {
      String[] parts = line.split(" ", -1);
      Raw raw = Raw.parse(String.join(",", Arrays.copyOf(parts, 3)));
      StorageOrder storage =
          parts[3].equals("True") ? StorageOrder.COLUMN_MAJOR : StorageOrder.ROW_MAJOR;
      long dataOffset = parts[5].length() / 2 - raw.dataBytes();
      return new Written(
          new Npy(
              raw.type(),
              raw.order(),
              raw.shape(),
              storage,
              Integer.parseInt(parts[4]),
              dataOffset),
          parts[5]);
    }
  }

  @BeforeAll
  static void letNumpyWrite() throws IOException {
    try (InputStream in =
        Optional.ofNullable(NpyInteropTest.class.getResourceAsStream("npy.py")).orElseThrow()) {
      script = new String(in.readAllBytes(), UTF_8);
    }
    written =
        Python.withNumpy().run(script, List.of(), "write").stream().map(Written::parse).toList();
  }

  @Test
  void everyFileOfNumpysIsReadAsWhatItIs() throws IOException {
    assertThat(written).hasSizeGreaterThan(4000);
    for (Written it : written) {
      assertThat(NpyFiles.read(HEX.parseHex(it.digits))).isEqualTo(it.format);
    }
  }

  @Test
  void everyFileIsWrittenByteForByteAsNumpyWritesIt() {
    for (Written it : written) {
      assertThat(HEX.formatHex(file(it.format))).as(it.format::toString).isEqualTo(it.digits);
    }
  }

  @Test
  void newFilesAreLaidOutAsNumpyLaysThemOut() {
    for (Written it : written) {
      Npy format = it.format;
      if (format.version() == 1) {
        assertThat(Npy.of(format.type(), format.order(), format.shape(), format.storage()))
            .isEqualTo(format);
      }
    }
  }

  @Test
  void numpyReadsEveryFileThatIsWritten() {
    List<String> files = new ArrayList<>();
    for (DataType type : DataType.values()) {
      for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
        for (Shape shape : SHAPES) {
          for (StorageOrder storage : StorageOrder.values()) {
            files.add(line(Npy.of(type, order, shape, storage)));
            files.add(line(new Npy(type, order, shape, storage, 2, 192)));
            files.add(line(new Npy(type, order, shape, storage, 3, 200)));
          }
        }
      }
    }
    List<String> verdicts = Python.withNumpy().run(script, files, "check");
    assertThat(verdicts).hasSameSizeAs(files).containsOnly("ok");
  }

  private static byte[] file(Npy format) {
    int count = Math.toIntExact(format.shape().size());
    return NpyFiles.concat(format.header(), NpyFiles.numbers(format.type(), format.order(), count));
  }

  private static String line(Npy format) {
    return description(format) + HEX.formatHex(file(format));
  }

  private static String description(Npy format) {
    return "%s %s %s %s "
        .formatted(
            format.type().label(),
            format.order() == ByteOrder.BIG_ENDIAN ? "big" : "little",
            format.shape().toString().replace(" ", ""),
            format.storage() == StorageOrder.COLUMN_MAJOR ? "True" : "False");
  }

  @Test
  void everyHeaderThatIsAcceptedMeansTheSameToNumpy() throws IOException {
    NpyMutations mutations = new NpyMutations(3);
    List<Npy> accepted = new ArrayList<>();
    List<String> files = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      byte[] file = mutations.next();
      NpyProperties.accepted(file)
          .ifPresent(
              format -> {
                accepted.add(format);
                files.add(HEX.formatHex(file, 0, Math.toIntExact(format.dataOffset())));
              });
    }
    List<String> said = Python.withNumpy().run(script, files, "describe");
    assertThat(said).hasSizeGreaterThan(1000).hasSameSizeAs(files);
    for (int i = 0; i < files.size(); i++) {
      Npy format = accepted.get(i);
      assertThat(said.get(i))
          .as(files.get(i))
          .isEqualTo(description(format) + format.version() + " ");
    }
  }
}
