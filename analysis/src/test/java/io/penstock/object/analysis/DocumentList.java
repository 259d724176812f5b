package io.penstock.object.analysis;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Vector;
import java.util.function.Supplier;

/// The list of 50 objects of *I/O Performance*, listing 4-6, with a panel that has no windows
/// behind it.
@SuppressWarnings({"serial", "JavaUtilDate"}) // as the listing has it
final class DocumentList implements Supplier<Object> {
  /// Listing 4-5.
  static class TestObject implements Serializable {
    private static final long serialVersionUID = 1;

    int value;
    String name;
    Date timeStamp;
    Panel panel;

    TestObject(int value) {
      this.value = value;
      name = new String("Object: " + value);
      timeStamp = new Date();
      panel = new Panel();
      panel.add(new Widget("", panel));
      panel.add(new Widget("Help", panel));
      panel.add(new Widget("This is a text label", panel));
    }
  }

  /// What is drawn.
  static class Widget implements Serializable {
    private static final long serialVersionUID = 1;

    final String label;
    final Panel parent;
    final int[] bounds = new int[4];
    boolean visible = true;

    Widget(String label, Panel parent) {
      this.label = label;
      this.parent = parent;
    }
  }

  /// What has widgets.
  static class Panel implements Serializable {
    private static final long serialVersionUID = 1;

    final List<Widget> widgets = new ArrayList<>();
    final byte[] picture = new byte[1000];

    void add(Widget widget) {
      widgets.add(widget);
    }
  }

  @Override
  @SuppressWarnings("JdkObsolete")
  public Object get() {
    Vector<Object> list = new Vector<>();
    for (int i = 0; i < 50; i++) {
      list.add(new TestObject(i));
    }
    return list;
  }
}
