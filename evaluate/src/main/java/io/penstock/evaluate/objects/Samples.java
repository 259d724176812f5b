package io.penstock.evaluate.objects;

import java.util.List;

/// The classes of what is saved and loaded.
final class Samples {
  static final List<Class<?>> CLASSES =
      List.of(TestObject.class, TestObjectTrans.class, Panel.class, Panel.Widget.class, Node.class);

  private Samples() {}
}
