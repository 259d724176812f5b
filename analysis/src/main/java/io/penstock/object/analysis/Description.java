package io.penstock.object.analysis;

import static java.io.ObjectStreamConstants.SC_EXTERNALIZABLE;
import static java.io.ObjectStreamConstants.SC_SERIALIZABLE;
import static java.io.ObjectStreamConstants.SC_WRITE_METHOD;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The description of a class in a stream. Complete once its superclass is known.
final class Description {

  private static final int[] NO_FIELDS = {};
  private static final Description[] NO_PARTS = {};

  final int node;
  final int tally;
  final String name;
  // The label of an array's elements, of what a method writes, or of a constant's name.
  int place;
  int flags;
  int[] primitives = NO_FIELDS;
  int[] references = NO_FIELDS;
  // Of one object.
  long primitiveBytes;
  // How many objects have the fields of this class.
  long instances;
  // The object before whose data it stands, or -1.
  int parent = -1;
  private @Nullable Description above;
  private int line = 1;
  private boolean complete;
  private Description[] parts = NO_PARTS;
  private boolean hasParts;

  Description(int node, int tally, String name) {
    this.node = node;
    this.tally = tally;
    this.name = name;
  }

  static int width(char type) {
    return switch (type) {
      case 'B', 'Z' -> 1;
      case 'S', 'C' -> 2;
      case 'I', 'F' -> 4;
      case 'J', 'D' -> 8;
      default -> 0;
    };
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  boolean isArray() {
    return name.startsWith("[");
  }

  /// The bytes of an element, or 0 for references.
  int elementWidth() {
    return width(name.charAt(1));
  }

  boolean isComplete() {
    return complete;
  }

  /// How many classes are in its line, itself counted in.
  int line() {
    return line;
  }

  void complete(@Nullable Description superclass) {
    above = superclass;
    line = superclass == null ? 1 : 1 + superclass.line;
    complete = true;
  }

  /// The classes of its line that write anything at all, the first of the line first; itself alone
  /// where its methods write all of an object. So each part of an object takes at least a byte of
  /// the stream.
  Description[] parts() {
    if (!hasParts) {
      parts = collected();
      hasParts = true;
    }
    return parts;
  }

  private Description[] collected() {
    if (has(SC_EXTERNALIZABLE)) {
      return new Description[] {this};
    }
    Description[] all = new Description[line];
    int from = line;
    for (Description part = this; part != null; part = part.above) {
      if (part.writes()) {
        all[--from] = part;
      }
    }
    return Arrays.copyOfRange(all, from, line);
  }

  private boolean writes() {
    return has(SC_EXTERNALIZABLE)
        || (has(SC_SERIALIZABLE)
            && (has(SC_WRITE_METHOD) || primitiveBytes > 0 || references.length > 0));
  }
}
