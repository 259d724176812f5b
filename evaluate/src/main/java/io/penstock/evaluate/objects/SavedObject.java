package io.penstock.evaluate.objects;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Vector;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// An object that is saved and loaded.
interface SavedObject extends Serializable {
  /// Whether another has the same contents.
  boolean isLike(Object other);

  /// The book's vector of such objects.
  @SuppressWarnings("JdkObsolete") // the book's
  static Vector<SavedObject> vector(int size, IntFunction<SavedObject> object) {
    Vector<SavedObject> vector = new Vector<>();
    for (int i = 0; i < size; i++) {
      vector.addElement(object.apply(i));
    }
    return vector;
  }

  /// Whether what was loaded is what was saved: an object, a list of them, or an array.
  static boolean areAlike(Object saved, Object loaded) {
    return switch (saved) {
      case SavedObject object -> object.isLike(loaded);
      case List<?> list -> loaded instanceof List<?> other && listsAreAlike(list, other);
      default -> Arrays.deepEquals(new Object[] {saved}, new Object[] {loaded});
    };
  }

  private static boolean listsAreAlike(List<?> saved, List<?> loaded) {
    return saved.size() == loaded.size()
        && IntStream.range(0, saved.size()).allMatch(i -> areAlike(saved.get(i), loaded.get(i)));
  }
}
