package io.penstock.evaluate.objects;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Vector;
import java.util.function.IntFunction;

/// The objects that are saved and loaded.
enum Objects {
  /// The book's vector of objects of which all is saved.
  ALL {
    @Override
    Object make(int size) {
      return vector(size, TestObject::new);
    }

    @Override
    boolean areAlike(Object one, Object other) {
      return vectorsAreAlike(one, other);
    }
  },
  /// The same with panels of Swing, as the book has them.
  SWING {
    @Override
    Object make(int size) {
      return vector(size, SwingObject::new);
    }

    @Override
    boolean areAlike(Object one, Object other) {
      return vectorsAreAlike(one, other);
    }
  },
  /// The book's vector of objects of which what can be made anew is left out.
  TRANSIENT {
    @Override
    Object make(int size) {
      return vector(size, TestObjectTrans::new);
    }

    @Override
    boolean areAlike(Object one, Object other) {
      return vectorsAreAlike(one, other);
    }
  },
  /// The article's array of random integers.
  INTS {
    @Override
    Object make(int size) {
      return new Random(size).ints(size).toArray();
    }
  },
  /// Random numbers with a fraction.
  DOUBLES {
    @Override
    Object make(int size) {
      return new Random(size).doubles(size).toArray();
    }
  },
  /// Random bytes.
  BYTES {
    @Override
    Object make(int size) {
      byte[] bytes = new byte[size];
      new Random(size).nextBytes(bytes);
      return bytes;
    }
  },
  /// A tree whose nodes know their parents.
  GRAPH {
    @Override
    Object make(int size) {
      return Node.tree(size);
    }

    @Override
    boolean areAlike(Object one, Object other) {
      return ((Node) one).isLike(other);
    }
  };

  /// Makes so many.
  abstract Object make(int size);

  /// Whether what was loaded is what was saved.
  boolean areAlike(Object one, Object other) {
    return Arrays.deepEquals(new Object[] {one}, new Object[] {other});
  }

  // A Vector, as in the book.
  @SuppressWarnings("JdkObsolete")
  private static Object vector(int size, IntFunction<Sample> sample) {
    Vector<Sample> vector = new Vector<>();
    for (int i = 0; i < size; i++) {
      vector.addElement(sample.apply(i));
    }
    return vector;
  }

  private static boolean vectorsAreAlike(Object one, Object other) {
    if (!(other instanceof List<?> loaded)) {
      return false;
    }
    List<?> saved = new ArrayList<>((List<?>) one);
    boolean alike = saved.size() == loaded.size();
    for (int i = 0; alike && i < saved.size(); i++) {
      alike = ((Sample) saved.get(i)).isLike(loaded.get(i));
    }
    return alike;
  }
}
