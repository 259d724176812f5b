package io.penstock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Data that is none is refused by the compiler, in every method that takes data, and what is data
/// is not.
class TypedDataTest {
  /// Calls with `DATA` in the place of the data, one or two.
  private static final List<String> CALLS =
      List.of(
          "file.read(DATA)",
          "file.readAt(0, DATA, 0, 1)",
          "file.read(selection, DATA)",
          "file.read(selection, DATA, 1)",
          "file.read(selection, DATA, shape, selection)",
          "file.write(DATA)",
          "file.writeAt(0, DATA, 0, 1)",
          "file.write(selection, DATA)",
          "file.write(selection, DATA, 1)",
          "file.write(selection, DATA, shape, selection)",
          "appender.append(DATA)",
          "appender.append(DATA, 0, 1)",
          "Npy.write(path, shape, DATA)",
          "input.readArray(DATA)",
          "input.readArray(DATA, 0, 1)",
          "output.writeArray(DATA)",
          "output.writeArray(DATA, 0, 1)",
          "random.readArray(DATA)",
          "random.readArray(DATA, 0, 1)",
          "random.writeArray(DATA)",
          "random.writeArray(DATA, 0, 1)",
          "new Tile(DATA, shape, selection)",
          "shared.read(selection, DATA)",
          "shared.write(selection, DATA)",
          "shared.readAt(0, DATA)",
          "shared.writeAt(0, DATA)",
          "shared.iread(selection, DATA)",
          "shared.iwrite(selection, DATA)",
          "shared.readAll(selection, DATA)",
          "shared.writeAll(selection, DATA)",
          "shared.readAtAll(0, DATA)",
          "shared.writeAtAll(0, DATA)",
          "shared.ireadAll(selection, DATA)",
          "shared.iwriteAll(selection, DATA)",
          "shared.readShared(DATA)",
          "shared.writeShared(DATA)",
          "shared.readOrdered(DATA)",
          "shared.writeOrdered(DATA)",
          "buffer.put(DATA)",
          "buffer.put(DATA, 0, 1)",
          "buffer.put(DATA, shape, selection)",
          "buffer.gather(DATA, new int[1])",
          "buffer.gather(DATA, new int[1], 0, 1)",
          "buffer.gather(DATA, new long[1])",
          "buffer.gather(DATA, new long[1], 0, 1)",
          "buffer.get(DATA)",
          "buffer.get(DATA, 0, 1)",
          "buffer.get(DATA, shape, selection)",
          "buffer.scatter(DATA, new int[1])",
          "buffer.scatter(DATA, new int[1], 0, 1)",
          "buffer.scatter(DATA, new long[1])",
          "buffer.scatter(DATA, new long[1], 0, 1)",
          "buffer.write(DATA)",
          "buffer.write(DATA, 0, 1)",
          "buffer.write(DATA, shape, selection)",
          "buffer.read(DATA)",
          "buffer.read(DATA, 0, 1)",
          "buffer.read(DATA, shape, selection)",
          "world.send(DATA, 0, 1)",
          "world.synchronousSend(DATA, 0, 1)",
          "world.isend(DATA, 0, 1)",
          "world.isynchronousSend(DATA, 0, 1)",
          "world.receive(DATA, 0, 1)",
          "world.ireceive(DATA, 0, 1)",
          "world.sendReceive(DATA, 0, 1, DATA, 0, 1)",
          "world.broadcast(DATA, 0)",
          "world.gather(DATA, DATA, 0)",
          "world.gather(DATA, DATA, shares, 0)",
          "world.scatter(DATA, DATA, 0)",
          "world.scatter(DATA, shares, DATA, 0)",
          "world.allGather(DATA, DATA)",
          "world.allGather(DATA, DATA, shares)",
          "world.allToAll(DATA, DATA)",
          "world.allToAll(DATA, shares, DATA, shares)",
          "world.reduce(DATA, DATA, Reduction.SUM, 0)",
          "world.allReduce(DATA, DATA, Reduction.SUM)",
          "world.reduceScatter(DATA, DATA, shares, Reduction.SUM)",
          "world.scan(DATA, DATA, Reduction.SUM)",
          "world.exclusiveScan(DATA, DATA, Reduction.SUM)",
          "PrimitiveArray.write(DATA, stream)");

  private static final String DECLARATIONS =
      """
      import io.penstock.array.*;
      import io.penstock.collective.*;
      import io.penstock.file.*;
      import io.penstock.memory.*;
      import io.penstock.message.*;
      import io.penstock.object.*;
      import io.penstock.stream.*;
      import java.io.*;
      import java.lang.foreign.MemorySegment;
      import java.nio.file.Path;

      class Calls {
        ArrayFile file; ArrayAppender appender; ArrayDataInputStream input; ArrayDataOutputStream output;
        ArrayRandomAccessFile random; SharedArrayFile shared; MessageBuffer buffer; Communicator world;
        Path path; Shape shape; Selection selection; Shares shares; OutputStream stream;
        byte[] bytes; short[] shorts; char[] chars; int[] ints; long[] longs; float[] floats; double[] doubles;
        boolean[] booleans; MemorySegment segment; Elements elements; Lease lease; Tile tile;
        Object object = ints; String text; Integer[] boxed; int[][] nested;

        void calls() throws Exception {
      BODY  }
      }
      """;

  private static final Pattern ERROR = Pattern.compile("Calls\\.java:(\\d+): error");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"\"x\"", "object", "text", "boxed", "nested", "42"})
  void whatIsNoDataDoesNotCompile(String data) {
    List<String> lines = CALLS.stream().map(call -> call.replace("DATA", data)).toList();
    assertThat(refused(lines)).as("calls with %s that the compiler refuses", data).isEqualTo(lines);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes", "shorts", "chars", "ints", "longs", "floats", "doubles"})
  void anArrayOfEveryTypeIsData(String array) {
    assertCompile(
        CALLS.stream()
            .filter(call -> !call.startsWith("PrimitiveArray"))
            .map(call -> call.replace("DATA", array))
            .toList());
  }

  @Test
  void elementsAreDataEverywhereButInARangeOfAStream() {
    assertCompile(
        CALLS.stream()
            .filter(call -> !call.matches("(input|output|random)\\..*DATA, 0, 1\\)"))
            .map(call -> call.replace("DATA", "elements"))
            .toList());
  }

  @Test
  void aSegmentIsDataOfFilesMessagesAndSections() {
    assertCompile(
        CALLS.stream()
            .filter(
                call ->
                    call.matches(
                        "(file|appender|new Tile|shared|world|buffer\\.(put|get|gather|scatter)).*"))
            .map(call -> call.replace("DATA", "segment"))
            .toList());
  }

  @Test
  void booleansAreDataOfSectionsAndMessagesAndOfNothingElse() {
    List<String> lines = CALLS.stream().map(call -> call.replace("DATA", "booleans")).toList();
    assertThat(refused(lines))
        .isEqualTo(lines.stream().filter(line -> !line.matches("(buffer|world)\\..*")).toList());
  }

  @Test
  void aLeaseAMessageBufferAndATileAreDataWhereTheyWere() {
    assertCompile(
        List.of(
            "world.send(lease, 0, 1)",
            "world.send(buffer, 0, 1)",
            "world.broadcast(buffer, 0)",
            "world.sendReceive(buffer, 0, 1, elements, 0, 1)",
            "world.sendReceive(elements, 0, 1, buffer, 0, 1)",
            "world.gather(lease, lease, 0)",
            "world.gather(Elements.of(lease), Elements.of(segment), 0)",
            "shared.writeAll(selection, lease)",
            "shared.writeAll(selection, tile)"));
    assertThat(refused(List.of("world.gather(buffer, buffer, 0)", "world.gather(ints, longs, 0)")))
        .hasSize(2);
  }

  private void assertCompile(List<String> lines) {
    assertThat(lines).isNotEmpty();
    assertThat(refused(lines)).isEmpty();
  }

  /// The lines that the compiler refuses.
  private List<String> refused(List<String> lines) {
    StringBuilder body = new StringBuilder();
    lines.forEach(line -> body.append("    ").append(line).append(";\n"));
    String source = DECLARATIONS.replace("BODY", body);
    long first = source.substring(0, source.indexOf(body.toString())).lines().count() + 1;
    StringWriter said = new StringWriter();
    compile(source, new PrintWriter(said, true));
    List<Long> wrong =
        ERROR.matcher(said.toString()).results().map(m -> Long.valueOf(m.group(1))).toList();
    assertThat(wrong).as("%s", said).allMatch(line -> line >= first);
    return wrong.stream().distinct().sorted().map(line -> lines.get((int) (line - first))).toList();
  }

  private void compile(String source, PrintWriter said) {
    try {
      Path file = Files.writeString(folder.resolve("Calls.java"), source);
      int _ =
          ToolProvider.findFirst("javac")
              .orElseThrow()
              .run(
                  said,
                  said,
                  "-cp",
                  System.getProperty("java.class.path"),
                  "-d",
                  folder.toString(),
                  "-proc:none",
                  "-Xmaxerrs",
                  "1000",
                  file.toString());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
