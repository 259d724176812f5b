package io.penstock.evaluate.objects;

import java.util.Date;

/// The book's object of which all is saved: a value, a name made of it, a time, and a panel.
@SuppressWarnings("JavaUtilDate") // the book's
final class TestObject implements Sample {
  private static final long serialVersionUID = 1;

  private final int value;
  private final String name;
  private final Date timeStamp = new Date();
  private final Panel panel = new Panel();

  TestObject(int value) {
    this.value = value;
    name = "Object: " + value;
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
