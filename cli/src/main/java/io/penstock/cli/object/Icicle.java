package io.penstock.cli.object;

import io.penstock.object.analysis.PathNode;
import io.penstock.report.Svg;
import java.util.Locale;

/// A tree of paths as an icicle: each step is a box as wide as its bytes, below the step that leads
/// to it. Boxes too narrow to be seen are left out.
final class Icicle {
  private static final double ROW = 24;
  private static final double GAP = 1;
  private static final double NARROWEST = 1.5;
  private static final double CHARACTER = 6.7;
  private static final int DEEPEST = 40;
  private static final int HUES = 5;

  /// Rules for its classes.
  static final String STYLE =
      """
      .icicle text { font-size: 12px; pointer-events: none; }
      .icicle rect { stroke: var(--paper); stroke-width: 1; }
      .icicle .hue0 { fill: color-mix(in srgb, var(--jdk-0) 34%, var(--paper)); }
      .icicle .hue1 { fill: color-mix(in srgb, var(--penstock-0) 34%, var(--paper)); }
      .icicle .hue2 { fill: color-mix(in srgb, var(--classic-0) 34%, var(--paper)); }
      .icicle .hue3 { fill: color-mix(in srgb, var(--peer-0) 30%, var(--paper)); }
      .icicle .hue4 { fill: color-mix(in srgb, var(--c-0) 16%, var(--paper)); }
      .icicle g:hover > rect { stroke: var(--ink); }
      """;

  private final Svg svg;
  private final double scale;
  private final long bytes;

  private Icicle(PathNode root, double width, String css) {
    bytes = Math.max(1, root.bytes());
    scale = width / bytes;
    String description =
        String.format(Locale.ROOT, "Bytes by the way from the root: %d in all", root.bytes());
    svg = new Svg(width, ROW * depth(root, 0), description, "chart icicle " + css);
  }

  /// @param width in pixels of the page
  /// @param css `wide` or `narrow`
  static String draw(PathNode root, double width, String css) {
    Icicle icicle = new Icicle(root, width, css);
    icicle.box(root, 0, 0);
    return icicle.svg.toString();
  }

  private int depth(PathNode node, int row) {
    if (isHidden(node, row)) {
      return row;
    }
    return node.children().stream()
        .mapToInt(child -> depth(child, row + 1))
        .reduce(row + 1, Math::max);
  }

  private boolean isHidden(PathNode node, int row) {
    return row == DEEPEST || node.bytes() * scale < NARROWEST;
  }

  private void box(PathNode node, double x, int row) {
    if (isHidden(node, row)) {
      return;
    }
    double width = node.bytes() * scale;
    svg.begin("step", tip(node));
    svg.rectangle(x, row * ROW, width, ROW - GAP, "hue" + hue(node));
    String text = text(node, width);
    if (!text.isEmpty()) {
      svg.text(x + 5, row * ROW + 16, "name", text);
    }
    svg.end();
    double from = x;
    for (PathNode child : node.children()) {
      box(child, from, row + 1);
      from += child.bytes() * scale;
    }
  }

  private String tip(PathNode node) {
    String share = String.format(Locale.ROOT, "%.1f", 100.0 * node.bytes() / bytes);
    return String.format(
        Locale.ROOT,
        "%s%n%,d bytes, %s %%; itself %,d bytes in %,d objects",
        node.name(),
        node.bytes(),
        share,
        node.ownBytes(),
        node.objects());
  }

  /// Classes of one package have one colour.
  private static int hue(PathNode node) {
    String type = node.type();
    int dot = type.lastIndexOf('.');
    return type.isEmpty()
        ? HUES - 1
        : Math.floorMod(type.substring(0, Math.max(0, dot)).hashCode(), HUES - 1);
  }

  /// As much of the name as the box has room for.
  private static String text(PathNode node, double width) {
    int room = (int) ((width - 8) / CHARACTER);
    String type = node.type();
    String simple = type.substring(type.lastIndexOf('.') + 1);
    String full = simple.isEmpty() ? node.field() : node.field() + ": " + simple;
    if (full.length() <= room) {
      return full;
    }
    if (node.field().length() <= room) {
      return node.field();
    }
    return room < 3 ? "" : node.field().substring(0, room - 1) + "\u2026";
  }
}
