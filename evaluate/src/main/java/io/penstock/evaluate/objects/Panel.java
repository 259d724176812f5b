package io.penstock.evaluate.objects;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;

/// What a panel of a user interface keeps: itself, a text field, a button and a label, each with
/// properties. It stands for the book's `JPanel`, for which not every machine has the libraries.
final class Panel implements Serializable {
  private static final long serialVersionUID = 1;

  private final int[] pixels = new int[64];
  private final ArrayList<Widget> widgets = new ArrayList<>();

  Panel() {
    widgets.add(new Widget("field", ""));
    widgets.add(new Widget("button", "Help"));
    widgets.add(new Widget("label", "This is a text label"));
  }

  /// A part of a panel.
  static final class Widget implements Serializable {
    private static final long serialVersionUID = 1;

    private final String kind;
    private final String text;
    private final int[] bounds = {0, 0, 100, 20};
    private final HashMap<String, Serializable> properties = new HashMap<>();

    Widget(String kind, String text) {
      this.kind = kind;
      this.text = text;
      properties.put("tooltip of a " + kind, "for " + text);
      properties.put("opaque", true);
      properties.put("font size", 12);
    }

    boolean isLike(Widget other) {
      return kind.equals(other.kind)
          && text.equals(other.text)
          && bounds.length == other.bounds.length
          && properties.equals(other.properties);
    }
  }

  boolean isLike(Panel other) {
    boolean like = pixels.length == other.pixels.length && widgets.size() == other.widgets.size();
    for (int i = 0; like && i < widgets.size(); i++) {
      like = widgets.get(i).isLike(other.widgets.get(i));
    }
    return like;
  }
}
