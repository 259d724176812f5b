package mpi;

import io.penstock.array.Elements;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Some items of a datatype in an array of the program, checked.
final class TypedRange {
  private static final Object NOTHING = new byte[0];

  private final Object array;
  private final int offset;
  private final int count;
  private final Datatype type;

  private TypedRange(Object array, int offset, int count, Datatype type) {
    this.array = array;
    this.offset = offset;
    this.count = count;
    this.type = type;
  }

  /// @throws MPIException if the array is missing, of another type or too short, or a number is
  ///   negative
  static TypedRange of(@Nullable Object array, int offset, int count, Datatype type) {
    if (count < 0) {
      throw new MPIException(count + " items: a count is 0 or more");
    }
    if (count == 0 || type.layout().size() == 0) {
      return new TypedRange(NOTHING, 0, 0, type);
    }
    if (array == null) {
      throw new MPIException("no array for " + count + " items of MPI." + type);
    }
    type.base().requireArray(array);
    requireRange(array, offset, count, type);
    return new TypedRange(array, offset, count, type);
  }

  private static void requireRange(Object array, int offset, int count, Datatype type) {
    long first = offset + type.layout().first(count);
    long end = offset + type.layout().end(count);
    int length = Array.getLength(array);
    if (first < 0 || end > length) {
      throw new MPIException(
          String.format(
              Locale.ROOT,
              "%d items of MPI.%s from %d on are elements %d to %d of an array of %d",
              count,
              type,
              offset,
              first,
              end - 1,
              length));
    }
  }

  BaseType base() {
    return type.base();
  }

  /// The program's array; an empty one where the range has no elements.
  Object array() {
    return array;
  }

  int count() {
    return count;
  }

  /// The number of elements in an item.
  int itemSize() {
    return type.layout().size();
  }

  /// The number of elements in all items.
  long elements() {
    return (long) count * type.layout().size();
  }

  /// The size of the elements in a message.
  long bytes() {
    return elements() * base().bytes();
  }

  /// Whether the elements can travel from and to where they lie.
  boolean isStraight() {
    TypeMap layout = type.layout();
    return base().isMemory()
        && (count == 0 || layout.isDense() || (count == 1 && layout.runs() == 1));
  }

  /// The index of the first element, where they are one run.
  int first() {
    return count == 0 ? 0 : offset + type.layout().start(0);
  }

  @SuppressWarnings("ReferenceEquality") // one array, not two that are alike
  boolean sharesArrayWith(TypedRange other) {
    return count > 0 && other.count > 0 && array == other.array;
  }

  /// Whether both are the same elements, in one run each.
  boolean isAt(TypedRange other) {
    return sharesArrayWith(other)
        && isStraight()
        && other.isStraight()
        && first() == other.first()
        && elements() == other.elements();
  }

  /// The elements where they lie, which are one run.
  Elements elementsInPlace() {
    return run(first(), elements());
  }

  /// A run of the array's elements.
  Elements run(int from, long length) {
    if (base() == BaseType.PACKED) {
      MemorySegment bytes = MemorySegment.ofArray((byte[]) array).asSlice(from, length);
      return Elements.of(bytes);
    }
    return count == 0 ? none() : Elements.of(array, from, (int) length);
  }

  private Elements none() {
    return Elements.of(Array.newInstance(base().carrier().arrayClass().componentType(), 0), 0, 0);
  }

  /// Copies all elements to packed memory, from a byte on.
  void gather(MemorySegment packed, long to) {
    Object access = BaseType.access(array);
    TypeMap layout = type.layout();
    long at = to;
    for (int item = 0; item < count; item++) {
      int begin = offset + item * layout.extent();
      for (int run = 0; run < layout.runs(); run++) {
        base().gather(access, begin + layout.start(run), layout.length(run), packed, at);
        at += (long) layout.length(run) * base().bytes();
      }
    }
  }

  /// Copies elements of packed memory, from a byte on, to the first elements.
  ///
  /// @param length how many there are: as many as the range has, or fewer
  void scatter(MemorySegment packed, long from, long length) {
    Object access = BaseType.access(array);
    TypeMap layout = type.layout();
    long at = from;
    long left = length;
    for (int item = 0; left > 0; item++) {
      int begin = offset + item * layout.extent();
      for (int run = 0; run < layout.runs() && left > 0; run++) {
        int n = (int) Math.min(left, layout.length(run));
        base().scatter(packed, at, access, begin + layout.start(run), n);
        at += (long) n * base().bytes();
        left -= n;
      }
    }
  }

  /// All elements, which are objects.
  @Nullable Object[] objects() {
    @Nullable Object[] objects = new Object[(int) elements()];
    TypeMap layout = type.layout();
    int at = 0;
    for (int item = 0; item < count; item++) {
      int begin = offset + item * layout.extent();
      for (int run = 0; run < layout.runs(); run++) {
        System.arraycopy(array, begin + layout.start(run), objects, at, layout.length(run));
        at += layout.length(run);
      }
    }
    return objects;
  }

  /// Puts objects in the place of the first elements.
  ///
  /// @throws MPIException if there are more than the range has, or one does not fit the array
  void takeObjects(@Nullable Object... objects) {
    if (objects.length > elements()) {
      throw new MPIException(
          String.format(
              Locale.ROOT,
              "a message of %d objects, where there is room for %d",
              objects.length,
              elements()));
    }
    TypeMap layout = type.layout();
    int at = 0;
    for (int item = 0; at < objects.length; item++) {
      int begin = offset + item * layout.extent();
      for (int run = 0; run < layout.runs() && at < objects.length; run++) {
        int n = Math.min(objects.length - at, layout.length(run));
        put(objects, at, begin + layout.start(run), n);
        at += n;
      }
    }
  }

  private void put(@Nullable Object[] objects, int from, int to, int n) {
    try {
      System.arraycopy(objects, from, array, to, n);
    } catch (ArrayStoreException e) {
      throw new MPIException(
          "a received object is none of the array's, a " + array.getClass().getTypeName(), e);
    }
  }
}
