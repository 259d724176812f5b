package io.penstock.evaluate.objects;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.Date;

/// The book's object of which only a value and a time are saved; the rest is made anew.
@SuppressWarnings("JavaUtilDate") // the book's
final class TestObjectTrans implements Sample {
  private static final long serialVersionUID = 1;

  private final int value;
  private transient String name = "";
  private final Date timeStamp = new Date();
  private transient Panel panel = new Panel();

  TestObjectTrans(int value) {
    this.value = value;
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
