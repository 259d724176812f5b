package io.penstock.cli.plot;

import io.penstock.array.Shape;
import io.penstock.cli.array.Cut;
import io.penstock.cli.array.TaskTeam;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A picture of a line or a plane of an array file.
///
/// @param file what is read
/// @param name of the file in the title, without control characters, which neither a terminal nor
///   SVG should get
/// @param cut what is drawn of it, with one axis or two
public record Plot(ArrayFile file, String name, Cut cut) {
  /// The rows of a drawing in characters.
  private static final int ROWS = 20;

  /// A plot of a cut: of all of it if it has one axis or two, else of the plane in the middle of
  /// its leading axes.
  ///
  /// @throws IllegalArgumentException if there is nothing to draw: a single number, or none at all
  public static Plot of(ArrayFile file, String name, Cut cut) {
    Shape shape = cut.shape();
    if (shape.rank() == 0) {
      throw new IllegalArgumentException("a single number is no picture");
    }
    if (shape.size() == 0) {
      throw new IllegalArgumentException("an empty array, of shape " + shape + ", is no picture");
    }
    Cut drawn = cut;
    while (drawn.kept().size() > 2) {
      drawn = drawn.middle(drawn.kept().getFirst());
    }
    return new Plot(file, name, drawn);
  }

  /// The number of bytes that drawing reads.
  public long bytes() {
    return cut.shape().size() * file.format().type().bytes() * file.format().type().components();
  }

  /// Draws an SVG file.
  ///
  /// @throws IOException if the file cannot be read
  public String svg(TaskTeam team, LongConsumer progress) throws IOException {
    Figure.Box box = Figure.isLine(cut) ? Drawing.BOX : Drawing.cells(cut.shape().size()).fit(cut);
    return Drawing.svg(figure(box, team, progress));
  }

  /// Draws in characters.
  ///
  /// @param columns of the whole, at least 40
  /// @param colour whether escape sequences for colours are understood
  /// @param unicode whether block elements are
  /// @throws IOException if the file cannot be read
  public List<String> text(
      int columns, boolean colour, boolean unicode, TaskTeam team, LongConsumer progress)
      throws IOException {
    Sketch sketch = new Sketch(columns, ROWS, colour, unicode);
    Figure.Box box = Figure.isLine(cut) ? new Figure.Box(columns, 1) : sketch.plane(cut).fit(cut);
    return sketch.draw(figure(box, team, progress));
  }

  private Figure figure(Figure.Box box, TaskTeam team, LongConsumer progress) throws IOException {
    int rows = Figure.isLine(cut) ? 1 : box.height();
    return new Figure(title(), cut, Sampler.sample(file, cut, rows, box.width(), team, progress));
  }

  private String title() {
    String type = file.format().type().label();
    String what = file.format().type().components() == 2 ? "magnitudes of " + type : type;
    return String.format(Locale.ROOT, "%s%s, %s, %s", name, part(), what, cut.shape());
  }

  private String part() {
    if (cut.equals(Cut.whole(file.format().shape()))) {
      return "";
    }
    return IntStream.range(0, cut.axes().size())
        .mapToObj(axis -> part(cut.axes().get(axis), file.format().shape().extent(axis)))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String part(Cut.Axis axis, long extent) {
    if (!axis.kept()) {
      return Long.toString(axis.start());
    }
    long stop = axis.start() + axis.step() * axis.count();
    if (axis.step() == 1 && axis.count() == extent) {
      return ":";
    }
    String end = stop < 0 ? "" : Long.toString(Math.min(stop, extent));
    return axis.start() + ":" + end + (axis.step() == 1 ? "" : ":" + axis.step());
  }
}
