package io.penstock.evaluate.objects;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Vector;

/// Protocol buffers, as a schema for these objects would have them and generated code would write
/// them. A schema has no references: a node names its parent by number.
@SuppressWarnings("JavaUtilDate") // the book's
final class Protobuf implements ObjectWay.Storage {
  private static final int OBJECT = 1;
  private static final int TRANSIENT = 2;
  private static final int INTS = 3;
  private static final int DOUBLES = 4;
  private static final int BYTES = 5;
  private static final int VALUES = 6;
  private static final int PARENTS = 7;

  /// In nested messages.
  private static final int SMALL = 512;

  private static final int TEXT = 2;
  private static final int FLAG = 3;

  @Override
  public void save(Object object, OutputStream stream) throws IOException {
    CodedOutputStream out = CodedOutputStream.newInstance(stream);
    switch (object) {
      case List<?> list -> {
        for (Object each : list) {
          save(each, out);
        }
      }
      case Node root -> save(root, out);
      case int[] ints -> save(ints, INTS, out);
      case double[] doubles -> save(doubles, DOUBLES, out);
      case byte[] bytes -> out.writeByteArray(BYTES, bytes);
      default -> throw new IllegalArgumentException("no message for " + object.getClass());
    }
    out.flush();
  }

  private static void save(Object object, CodedOutputStream out) throws IOException {
    switch (object) {
      case TestObject all -> nested(out, OBJECT, inner -> save(all, inner));
      case TestObjectTrans some -> nested(out, TRANSIENT, inner -> save(some, inner));
      default -> throw new IllegalArgumentException("no message for " + object.getClass());
    }
  }

  // The parents of a level's nodes come in the order of that level.
  private static void save(Node root, CodedOutputStream out) throws IOException {
    List<Node> nodes = new ArrayList<>(List.of(root));
    out.writeFixed64(VALUES, root.value);
    for (int parent = 0; parent < nodes.size(); parent++) {
      for (Node child : nodes.get(parent).children) {
        out.writeUInt32(PARENTS, parent);
        out.writeFixed64(VALUES, child.value);
        nodes.add(child);
      }
    }
  }

  @Override
  public Object load(InputStream stream) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(stream);
    int tag = in.readTag();
    return switch (tag >>> 3) {
      case VALUES -> tree(in);
      case OBJECT, TRANSIENT -> list(in, tag);
      case INTS -> ints(in);
      case DOUBLES -> doubles(in);
      case BYTES -> in.readByteArray();
      default -> throw new IOException("no message begins with the tag " + tag);
    };
  }

  @SuppressWarnings("JdkObsolete") // the book's
  private static Object list(CodedInputStream in, int first) throws IOException {
    Vector<SavedObject> list = new Vector<>();
    for (int tag = first; tag != 0; tag = in.readTag()) {
      int before = enter(in);
      list.add(tag >>> 3 == OBJECT ? object(in) : some(in));
      in.popLimit(before);
    }
    return list;
  }

  private static Object tree(CodedInputStream in) throws IOException {
    List<Node> nodes = new ArrayList<>(List.of(Node.root(in.readFixed64())));
    while (in.readTag() != 0) {
      Node parent = nodes.get(in.readUInt32());
      in.readTag();
      nodes.add(parent.child(in.readFixed64()));
    }
    return nodes.getFirst();
  }

  // ---- the book's objects as messages: fields stand in the order of their numbers

  /// The contents of a message.
  private interface Body {
    void to(CodedOutputStream out) throws IOException;
  }

  private static void nested(CodedOutputStream out, int field, Body body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(SMALL);
    CodedOutputStream inner = CodedOutputStream.newInstance(bytes, SMALL);
    body.to(inner);
    inner.flush();
    out.writeByteArray(field, bytes.toByteArray());
  }

  /// Begins to read a nested message.
  ///
  /// @return what [CodedInputStream#popLimit] needs at its end
  private static int enter(CodedInputStream in) throws IOException {
    return in.pushLimit(in.readRawVarint32());
  }

  private static void save(TestObject object, CodedOutputStream out) throws IOException {
    out.writeInt32(1, object.value);
    out.writeFixed64(2, object.timeStamp.getTime());
    out.writeString(3, object.name);
    save(object.panel.pixels, 4, out);
    for (Panel.Widget widget : object.panel.widgets) {
      nested(out, 5, inner -> save(widget, inner));
    }
  }

  private static TestObject object(CodedInputStream in) throws IOException {
    in.readTag();
    int value = in.readInt32();
    in.readTag();
    Date time = new Date(in.readFixed64());
    in.readTag();
    String name = in.readString();
    in.readTag();
    Panel panel = new Panel(ints(in));
    while (in.readTag() != 0) {
      int before = enter(in);
      panel.widgets.add(widget(in));
      in.popLimit(before);
    }
    return new TestObject(value, name, time, panel);
  }

  private static void save(TestObjectTrans object, CodedOutputStream out) throws IOException {
    out.writeInt32(1, object.value);
    out.writeFixed64(2, object.timeStamp.getTime());
  }

  private static TestObjectTrans some(CodedInputStream in) throws IOException {
    in.readTag();
    int value = in.readInt32();
    in.readTag();
    return new TestObjectTrans(value, new Date(in.readFixed64()));
  }

  private static void save(Panel.Widget widget, CodedOutputStream out) throws IOException {
    out.writeString(1, widget.kind);
    out.writeString(2, widget.text);
    save(widget.bounds, 3, out);
    for (Map.Entry<String, Serializable> property : widget.properties.entrySet()) {
      nested(out, 4, inner -> save(property, inner));
    }
  }

  private static Panel.Widget widget(CodedInputStream in) throws IOException {
    in.readTag();
    String kind = in.readString();
    in.readTag();
    String text = in.readString();
    in.readTag();
    Panel.Widget widget = new Panel.Widget(kind, text, ints(in));
    while (in.readTag() != 0) {
      int before = enter(in);
      in.readTag();
      widget.properties.put(in.readString(), value(in));
      in.popLimit(before);
    }
    return widget;
  }

  private static void save(Map.Entry<String, Serializable> property, CodedOutputStream out)
      throws IOException {
    out.writeString(1, property.getKey());
    switch (property.getValue()) {
      case String text -> out.writeString(TEXT, text);
      case Boolean flag -> out.writeBool(FLAG, flag);
      default -> out.writeInt32(FLAG + 1, (Integer) property.getValue());
    }
  }

  private static Serializable value(CodedInputStream in) throws IOException {
    return switch (in.readTag() >>> 3) {
      case TEXT -> in.readString();
      case FLAG -> in.readBool();
      default -> in.readInt32();
    };
  }

  // ---- packed numbers of fixed size: a tag, their bytes, one after the other

  private static void save(int[] ints, int field, CodedOutputStream out) throws IOException {
    open(field, (long) ints.length * Integer.BYTES, out);
    for (int each : ints) {
      out.writeFixed32NoTag(each);
    }
  }

  private static void save(double[] doubles, int field, CodedOutputStream out) throws IOException {
    open(field, (long) doubles.length * Double.BYTES, out);
    for (double each : doubles) {
      out.writeDoubleNoTag(each);
    }
  }

  private static void open(int field, long bytes, CodedOutputStream out) throws IOException {
    out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    out.writeUInt32NoTag(Math.toIntExact(bytes));
  }

  private static int[] ints(CodedInputStream in) throws IOException {
    int[] ints = new int[in.readRawVarint32() / Integer.BYTES];
    for (int i = 0; i < ints.length; i++) {
      ints[i] = in.readFixed32();
    }
    return ints;
  }

  private static double[] doubles(CodedInputStream in) throws IOException {
    double[] doubles = new double[in.readRawVarint32() / Double.BYTES];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = in.readDouble();
    }
    return doubles;
  }
}
