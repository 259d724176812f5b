package io.penstock.evaluate.objects;

import java.util.Date;

/// The book's object of which all is saved: a value, a name made of it, a time, and a panel.
@SuppressWarnings("JavaUtilDate") // the book's
final class TestObject implements SavedObject {
  private static final long serialVersionUID = 1;

  final int value;
  final String name;
  final Date timeStamp;
  final Panel panel;

  TestObject(int value) {
    this(value, "Object: " + value, new Date(), new Panel());
  }

  TestObject(int value, String name, Date timeStamp, Panel panel) {
    this.value = value;
    this.name = name;
    this.timeStamp = timeStamp;
    this.panel = panel;
  }

  @Override
  public boolean isLike(Object other) {
    return other instanceof TestObject object
        && value == object.value
        && name.equals(object.name)
        && timeStamp.getTime() == object.timeStamp.getTime()
        && panel.isLike(object.panel);
  }
}
