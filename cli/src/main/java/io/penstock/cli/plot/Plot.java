package io.penstock.cli.plot;

import io.penstock.array.Shape;
import io.penstock.cli.array.Cut;
import io.penstock.cli.array.Progress;
import io.penstock.cli.array.Team;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A line or a plane of an array file, to be drawn.
///
/// @param file what is read
/// @param cut what is drawn of it, with one axis or two
public record Plot(ArrayFile file, Cut cut) {
  /// What there is to draw of a cut: all of it where it has one axis or two, else the plane in the
  /// middle of its leading axes.
  ///
  /// @throws IllegalArgumentException if there is nothing to draw: a single number, or none at all
  public static Plot of(ArrayFile file, Cut cut) {
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
    return new Plot(file, drawn);
  }

  /// How much is read.
  public long bytes() {
    return cut.shape().size() * file.format().type().bytes() * file.format().type().components();
  }

  /// Draws an SVG file.
  ///
  /// @throws IOException if the file cannot be read
  public String svg(Team team, Progress progress) throws IOException {
    Box box = cut.kept().size() == 2 ? Drawing.cells(cut.shape().size()) : Drawing.BOX;
    return Drawing.svg(figure(box, team, progress));
  }

  /// Draws in characters.
  ///
  /// @param columns of the whole, at least 40
  /// @param colour whether escape sequences for colours are understood
  /// @param unicode whether block elements are
  /// @throws IOException if the file cannot be read
  public List<String> text(
      int columns, boolean colour, boolean unicode, Team team, Progress progress)
      throws IOException {
    Sketch.Paper paper = new Sketch.Paper(columns, 20, colour, unicode);
    List<Integer> kept = cut.kept();
    long high = kept.size() == 2 ? axis(kept.getFirst()).count() : 1;
    Box dots = paper.plane(high, axis(kept.getLast()).count());
    Box box = kept.size() == 2 ? dots : new Box(columns, 1);
    return Sketch.draw(figure(box, team, progress), paper);
  }

  private Figure figure(Box box, Team team, Progress progress) throws IOException {
    List<Integer> kept = cut.kept();
    Axis x = axis(kept.getLast());
    if (kept.size() == 1) {
      Grid grid = Sampler.sample(file, cut, 1, box.width(), team, progress);
      return new Figure.Line(title(), x, grid);
    }
    Axis y = axis(kept.getFirst());
    Box fitted = box.fit(y.count(), x.count());
    Grid grid = Sampler.sample(file, cut, fitted.height(), fitted.width(), team, progress);
    return new Figure.Heat(title(), x, y, grid);
  }

  private Axis axis(int axis) {
    Cut.Axis taken = cut.axes().get(axis);
    return new Axis(
        cut.axes().size() == 1 ? "index" : "axis " + axis,
        taken.start(),
        taken.step(),
        taken.count());
  }

  private String title() {
    String type = file.format().type().label();
    String what = file.format().type().components() == 2 ? "magnitudes of " + type : type;
    return String.format(
        Locale.ROOT, "%s%s, %s, %s", file.path().getFileName(), part(), what, cut.shape());
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
