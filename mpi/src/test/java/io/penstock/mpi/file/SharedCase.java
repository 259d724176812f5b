package io.penstock.mpi.file;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// An array and how it is distributed among ranks, as Java and Python both read it.
///
/// @param text `NAME:TYPE:SHAPE:GRID:DEALINGS`; a dealing is `whole`, `block`, or the length of
///   blocks that are dealt in turn
record SharedCase(String text) {
  /// Blocks in one to four dimensions, columns in turn, blocks in turn; none of the extents goes up
  /// evenly.
  static List<SharedCase> of(int ranks) {
    String pair = ranks == 4 ? "2,2" : "2,1";
    return Stream.of(
            "line:INT:1003:%d:block".formatted(ranks),
            "plane:DOUBLE:37,41:%s:block,block".formatted(pair),
            "cube:SHORT:11,13,17:1,%s:whole,block,block".formatted(pair),
            "corner:LONG:9,10,11,12:1,1,%s:whole,whole,block,block".formatted(pair),
            "ends:LONG:5,6,7,9:1,1,1,%d:whole,whole,whole,block".formatted(ranks),
            "columns:DOUBLE:29,31:1,%d:whole,1".formatted(ranks),
            "tiles:FLOAT:40,43:%s:3,5".formatted(pair))
        .map(SharedCase::new)
        .toList();
  }

  private String field(int number) {
    return text.split(":", -1)[number];
  }

  String name() {
    return field(0);
  }

  ElementType type() {
    return ElementType.valueOf(field(1));
  }

  private static Shape shape(String list) {
    return Shape.of(Arrays.stream(list.split(",", -1)).mapToLong(Long::parseLong).toArray());
  }

  Shape shape() {
    return shape(field(2));
  }

  Distribution distribution() {
    List<Dealing> dealings =
        Arrays.stream(field(4).split(",", -1)).map(SharedCase::dealing).toList();
    return new Distribution(shape(), dealings, shape(field(3)));
  }

  private static Dealing dealing(String code) {
    return switch (code) {
      case "whole" -> Dealing.whole();
      case "block" -> Dealing.block();
      default -> Dealing.cyclic(Long.parseLong(code));
    };
  }
}
