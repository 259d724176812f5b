package io.penstock.object.analysis;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/// Objects that refer to each other at random: in circles, shared, through arrays, collections and
/// lines of classes, and by what a class writes in its own way.
@SuppressWarnings({"serial", "JavaUtilDate"}) // what a field holds is serializable
final class RandomGraph implements Supplier<Object> {
  /// What others extend.
  static class Base implements Serializable {
    private static final long serialVersionUID = 1;

    int number;
    String text = "";
    Object shared = "";
  }

  /// Arrays and collections.
  static class Holder extends Base {
    private static final long serialVersionUID = 1;

    boolean open;
    long[] numbers = {};
    Object[] elements = {};
    List<Object> list = new ArrayList<>();
    Map<String, Object> map = new HashMap<>();
    Holder next = this;
    Date date = new Date(0);
  }

  /// Writes more than its fields.
  static class Writer extends Holder {
    private static final long serialVersionUID = 1;

    Kind kind = Kind.ONE;
    Writer other = this;
    double ratio;
    private transient Object hidden = "";

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(7);
      out.writeObject(hidden);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      in.readInt();
      hidden = in.readObject();
    }
  }

  enum Kind {
    ONE,
    TWO {}
  }

  private final Random random;
  private final List<Object> made = new ArrayList<>();

  RandomGraph(long seed) {
    random = new Random(seed);
  }

  @Override
  public Object get() {
    int objects = 1 + random.nextInt(60);
    for (int i = 0; i < objects; i++) {
      made.add(leaf());
      Holder holder = random.nextBoolean() ? new Holder() : new Writer();
      fill(holder);
      made.add(holder);
    }
    made.stream().filter(Holder.class::isInstance).forEach(each -> link((Holder) each));
    return random.nextInt(4) == 0 ? made : made.getLast();
  }

  private Object any() {
    return made.get(random.nextInt(made.size()));
  }

  private Object leaf() {
    return switch (random.nextInt(8)) {
      case 0 -> new int[random.nextInt(5)];
      case 1 -> "s".repeat(random.nextInt(10));
      case 2 -> random.nextLong();
      case 3 -> Kind.TWO;
      case 4 -> new Base();
      case 5 -> new String[] {"a", "b"};
      case 6 -> Holder.class;
      default -> new Object[][] {{1}, {}};
    };
  }

  private void fill(Holder holder) {
    holder.number = random.nextInt();
    holder.text = "text " + random.nextInt(5);
    holder.numbers = new long[random.nextInt(3)];
    holder.elements = new Object[random.nextInt(4)];
  }

  @SuppressWarnings("NullAway") // nulls are written too
  private void link(Holder holder) {
    holder.shared = random.nextInt(3) == 0 ? null : any();
    for (int i = 0; i < holder.elements.length; i++) {
      holder.elements[i] = random.nextInt(3) == 0 ? null : any();
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      holder.list.add(any());
      holder.map.put("key " + i, any());
    }
    holder.next = any() instanceof Holder next ? next : null;
    if (holder instanceof Writer writer) {
      writer.other = any() instanceof Writer other ? other : null;
      writer.hidden = any();
      writer.kind = random.nextBoolean() ? Kind.ONE : Kind.TWO;
    }
  }
}
