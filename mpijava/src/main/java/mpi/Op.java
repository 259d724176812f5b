package mpi;

import io.penstock.message.Reduction;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// An operation that combines the items of ranks: one of the constants of [MPI], or a function of
/// the program.
@SuppressWarnings("MemberName") // the names of mpiJava
public final class Op {
  private static final String OF_PROGRAM = "a function of the program";

  private final String name;
  private final Function<Datatype, Reduction> reductions;
  private final @Nullable User_function function; // null for a constant of MPI

  private Op(
      String name, Function<Datatype, Reduction> reductions, @Nullable User_function function) {
    this.name = name;
    this.reductions = reductions;
    this.function = function;
  }

  /// A function of the program.
  ///
  /// @param commute whether the order of the ranks does not matter
  public Op(User_function function, boolean commute) throws MPIException {
    this("a function", type -> ofProgram(function, commute, type), function);
  }

  static Op predefined(String name, Reduction reduction, Predicate<BaseType> bases) {
    return new Op(name, type -> defined(name, reduction, bases, type), null);
  }

  /// The operation on items of a datatype, as a communicator takes it.
  ///
  /// @throws MPIException if it is not defined for them
  Reduction reduction(Datatype type) {
    return reductions.apply(type);
  }

  /// Throws if it cannot combine objects.
  void requireObjects() {
    if (function == null) {
      throw new MPIException(this + " is not defined for MPI.OBJECT: use a function of your own");
    }
  }

  /// Combines objects: `right[i] = left[i] op right[i]`.
  void combine(@Nullable Object[] left, @Nullable Object[] right, Datatype type) {
    if (function != null) {
      function.Call(left, 0, right, 0, left.length / Math.max(1, type.layout().size()), type);
    }
  }

  /// Does nothing: the garbage collector frees operations.
  public void free() throws MPIException {}

  @Override
  public String toString() {
    return name;
  }

  private static Reduction defined(
      String name, Reduction reduction, Predicate<BaseType> bases, Datatype type) {
    if (!bases.test(type.base())) {
      throw new MPIException(
          String.format(Locale.ROOT, "MPI.%s is not defined for MPI.%s", name, type.base()));
    }
    if (type.layout().size() % reduction.width() != 0) {
      throw new MPIException(
          String.format(
              Locale.ROOT, "MPI.%s takes pairs such as MPI.INT2, not MPI.%s", name, type));
    }
    return reduction;
  }

  private static Reduction ofProgram(User_function function, boolean commute, Datatype type) {
    int width = Math.max(1, type.layout().size());
    Reduction.Combiner combiner =
        type.layout().isDense() && type.base().isMemory()
            ? (left, right) -> function.Call(left, 0, right, 0, Array.getLength(left) / width, type)
            : (left, right) -> callSpread(function, left, right, type);
    return commute
        ? Reduction.commutative(OF_PROGRAM, width, combiner)
        : Reduction.ordered(OF_PROGRAM, width, combiner);
  }

  // The function finds the elements of each item where the datatype says.
  private static void callSpread(User_function function, Object left, Object right, Datatype type) {
    int count = Array.getLength(left) / type.layout().size();
    int first = (int) Math.max(0, -type.layout().first(count));
    TypedRange in = spread(left, first, count, type);
    TypedRange out = spread(right, first, count, type);
    function.Call(in.array(), first, out.array(), first, count, type);
    out.gather(segment(right), 0);
  }

  private static TypedRange spread(Object packed, int first, int count, Datatype type) {
    int length = Math.toIntExact(first + type.layout().end(count));
    TypedRange range = TypedRange.of(type.base().newArray(length), first, count, type);
    range.scatter(segment(packed), 0, range.elements());
    return range;
  }

  private static MemorySegment segment(Object array) {
    return (MemorySegment) BaseType.access(array);
  }
}
