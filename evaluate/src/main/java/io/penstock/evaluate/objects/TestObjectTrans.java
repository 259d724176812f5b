package io.penstock.evaluate.objects;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.Date;

/// The book's object of which only a value and a time are saved; the rest is made anew.
@SuppressWarnings("JavaUtilDate") // the book's
final class TestObjectTrans implements SavedObject {
  private static final long serialVersionUID = 1;

  final int value;
  private transient String name = "";
  final Date timeStamp;
  private transient Panel panel = new Panel();

  TestObjectTrans(int value) {
    this(value, new Date());
  }

  TestObjectTrans(int value, Date timeStamp) {
    this.value = value;
    this.timeStamp = timeStamp;
    initTransients();
  }

  private void initTransients() {
    name = "Object: " + value;
    panel = new Panel();
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    initTransients();
  }

  @Override
  public boolean isLike(Object other) {
    return other instanceof TestObjectTrans object
        && value == object.value
        && name.equals(object.name)
        && timeStamp.getTime() == object.timeStamp.getTime()
        && panel.isLike(object.panel);
  }
}
