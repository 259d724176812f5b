package io.penstock.codecs.fory;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// A class of a user's, with a field that it restores by itself.
@SuppressWarnings("serial") // its fields are what they are declared as
final class Cell implements Serializable {
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

  final Kind kind;
  final int[] tags;
  final Instant since = Instant.EPOCH;
  final TreeMap<String, Object> properties = new TreeMap<>();
  final List<Object> next = new ArrayList<>();
  transient String label;

  Cell(Kind kind, int... tags) {
    this.kind = kind;
    this.tags = tags;
    label = label();
  }

  private String label() {
    return "cell of " + tags.length;
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    label = label();
  }
}
