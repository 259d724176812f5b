package io.penstock.object.analysis;

import java.util.Arrays;
import java.util.Optional;

/// The description of a class in a stream. Complete once its superclass is known.
final class Description {
  static final int WRITE_METHOD = 1;
  static final int SERIALIZABLE = 2;
  static final int EXTERNALIZABLE = 4;
  static final int WITH_BLOCK_DATA = 8;
  static final int ENUM = 16;

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
  private Optional<Description> above = Optional.empty();
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

  void complete(Optional<Description> superclass) {
    above = superclass;
    line = 1 + superclass.map(Description::line).orElse(0);
    complete = true;
  }

  /// The classes of its line that write anything at all, the first of the line first. So each part
  /// of an object takes at least a byte of the stream.
  Description[] parts() {
    if (!hasParts) {
      parts = collected();
      hasParts = true;
    }
    return parts;
  }

  private Description[] collected() {
    Description[] all = new Description[line];
    int from = line;
    for (Optional<Description> part = Optional.of(this);
        part.isPresent();
        part = part.get().above) {
      if (part.get().writes()) {
        all[--from] = part.get();
      }
    }
    return Arrays.copyOfRange(all, from, line);
  }

  private boolean writes() {
    return has(EXTERNALIZABLE)
        || (has(SERIALIZABLE)
            && (has(WRITE_METHOD) || primitiveBytes > 0 || references.length > 0));
  }
}
