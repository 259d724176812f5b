package io.penstock.evaluate.objects;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;

/// The state of a panel of a user interface: itself, a text field, a button and a label, each with
/// properties. It stands for the book's `JPanel`, for which not every machine has the libraries.
final class Panel implements Serializable {
  private static final long serialVersionUID = 1;

  final int[] pixels;
  final ArrayList<Widget> widgets = new ArrayList<>();

  Panel() {
    this(new int[64]);
    widgets.add(new Widget("field", ""));
    widgets.add(new Widget("button", "Help"));
    widgets.add(new Widget("label", "This is a text label"));
  }

  /// Without widgets.
  Panel(int[] pixels) {
    this.pixels = pixels;
  }

  /// A part of a panel.
  static final class Widget implements Serializable {
    private static final long serialVersionUID = 1;

    final String kind;
    final String text;
    final int[] bounds;
    final HashMap<String, Serializable> properties = new HashMap<>();

    /// Without properties.
    Widget(String kind, String text, int[] bounds) {
      this.kind = kind;
      this.text = text;
      this.bounds = bounds;
    }

    Widget(String kind, String text) {
      this(kind, text, new int[] {0, 0, 100, 20});
      properties.put("tooltip of a " + kind, "for " + text);
      properties.put("opaque", true);
      properties.put("font size", 12);
    }

    boolean isLike(Widget other) {
      return kind.equals(other.kind)
          && text.equals(other.text)
          && Arrays.equals(bounds, other.bounds)
          && properties.equals(other.properties);
    }
  }

  boolean isLike(Panel other) {
    boolean like = Arrays.equals(pixels, other.pixels) && widgets.size() == other.widgets.size();
    for (int i = 0; like && i < widgets.size(); i++) {
      like = widgets.get(i).isLike(other.widgets.get(i));
    }
    return like;
  }
}
