package io.penstock.evaluate.objects;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Vector;

/// Protocol buffers, as a schema for these objects would have them and generated code would write
/// them. A schema has no references: a node names its parent by number.
final class ProtobufWay implements ObjectWays.Way {
  private static final int OBJECT = 1;
  private static final int TRANSIENT = 2;
  private static final int INTS = 3;
  private static final int DOUBLES = 4;
  private static final int BYTES = 5;
  private static final int VALUES = 6;
  private static final int PARENTS = 7;

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
      case int[] ints -> ProtobufArrays.save(ints, INTS, out);
      case double[] doubles -> ProtobufArrays.save(doubles, DOUBLES, out);
      case byte[] bytes -> out.writeByteArray(BYTES, bytes);
      default -> throw new IllegalArgumentException("no message for " + object.getClass());
    }
    out.flush();
  }

  private static void save(Object object, CodedOutputStream out) throws IOException {
    switch (object) {
      case TestObject all ->
          ProtobufMessages.nested(out, OBJECT, inner -> ProtobufMessages.save(all, inner));
      case TestObjectTrans some ->
          ProtobufMessages.nested(out, TRANSIENT, inner -> ProtobufMessages.save(some, inner));
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
      case INTS -> ProtobufArrays.ints(in);
      case DOUBLES -> ProtobufArrays.doubles(in);
      case BYTES -> in.readByteArray();
      default -> throw new IOException("no message begins with the tag " + tag);
    };
  }

  @SuppressWarnings("JdkObsolete") // the book's
  private static Object list(CodedInputStream in, int first) throws IOException {
    Vector<Sample> list = new Vector<>();
    for (int tag = first; tag != 0; tag = in.readTag()) {
      int before = ProtobufMessages.enter(in);
      list.add(tag >>> 3 == OBJECT ? ProtobufMessages.object(in) : ProtobufMessages.some(in));
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
}
