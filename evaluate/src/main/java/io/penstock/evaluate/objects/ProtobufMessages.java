package io.penstock.evaluate.objects;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.Date;
import java.util.Map;

/// The book's objects as messages. Fields are written and read in the order of their numbers.
@SuppressWarnings("JavaUtilDate") // the book's
final class ProtobufMessages {
  private static final int SMALL = 512;
  private static final int TEXT = 2;
  private static final int FLAG = 3;

  private ProtobufMessages() {}

  /// What is inside a message.
  interface Body {
    void to(CodedOutputStream out) throws IOException;
  }

  static void nested(CodedOutputStream out, int field, Body body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(SMALL);
    CodedOutputStream inner = CodedOutputStream.newInstance(bytes, SMALL);
    body.to(inner);
    inner.flush();
    out.writeByteArray(field, bytes.toByteArray());
  }

  /// Begins to read a nested message.
  ///
  /// @return what [CodedInputStream#popLimit] needs at its end
  static int enter(CodedInputStream in) throws IOException {
    return in.pushLimit(in.readRawVarint32());
  }

  static void save(TestObject object, CodedOutputStream out) throws IOException {
    out.writeInt32(1, object.value);
    out.writeFixed64(2, object.timeStamp.getTime());
    out.writeString(3, object.name);
    ProtobufArrays.save(object.panel.pixels, 4, out);
    for (Panel.Widget widget : object.panel.widgets) {
      nested(out, 5, inner -> save(widget, inner));
    }
  }

  static TestObject object(CodedInputStream in) throws IOException {
    in.readTag();
    int value = in.readInt32();
    in.readTag();
    Date time = new Date(in.readFixed64());
    in.readTag();
    String name = in.readString();
    in.readTag();
    Panel panel = new Panel(ProtobufArrays.ints(in));
    while (in.readTag() != 0) {
      int before = enter(in);
      panel.widgets.add(widget(in));
      in.popLimit(before);
    }
    return new TestObject(value, name, time, panel);
  }

  static void save(TestObjectTrans object, CodedOutputStream out) throws IOException {
    out.writeInt32(1, object.value);
    out.writeFixed64(2, object.timeStamp.getTime());
  }

  static TestObjectTrans some(CodedInputStream in) throws IOException {
    in.readTag();
    int value = in.readInt32();
    in.readTag();
    return new TestObjectTrans(value, new Date(in.readFixed64()));
  }

  private static void save(Panel.Widget widget, CodedOutputStream out) throws IOException {
    out.writeString(1, widget.kind);
    out.writeString(2, widget.text);
    ProtobufArrays.save(widget.bounds, 3, out);
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
    Panel.Widget widget = new Panel.Widget(kind, text, ProtobufArrays.ints(in));
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
}
