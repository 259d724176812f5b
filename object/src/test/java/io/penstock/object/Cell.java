package io.penstock.object;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;

/// A class of a user's: of all kinds of fields, in a line of classes, with a way of its own to
/// write one of them.
class Cell extends Numbered {
  private static final long serialVersionUID = 1;

  /// An enum with and without a body.
  enum Kind {
    SOLID,
    FLUID {
      @Override
      boolean flows() {
        return true;
      }
    };

    boolean flows() {
      return false;
    }
  }

  /// A record.
  record Point(double x, double y) implements Serializable {}

  private final Kind kind;
  private final Point at;
  private final boolean open;
  private final byte[] tags;
  private final String[] names;
  private transient String cached = "";
  Serializable next = "";

  Cell(long id, Kind kind, Point at, boolean open, byte[] tags, String... names) {
    this.id = id;
    this.kind = kind;
    this.at = at;
    this.open = open;
    this.tags = tags;
    this.names = names;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(tags.length);
    out.writeObject(cached);
    out.write(new byte[2000]);
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    int length = in.readInt();
    cached = (String) in.readObject();
    in.readFully(new byte[2000]);
    if (length != tags.length) {
      throw new IllegalStateException("tags");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cell that
        && id == that.id
        && kind == that.kind
        && Objects.equals(at, that.at)
        && open == that.open
        && Arrays.equals(tags, that.tags)
        && Arrays.equals(names, that.names)
        && cached.equals(that.cached)
        && next.equals(that.next);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, kind, at, next);
  }
}
