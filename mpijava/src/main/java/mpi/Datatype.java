package mpi;

import java.util.Arrays;
import java.util.Locale;

/// A description of items in an array: their base type, and which elements each has.
///
/// The basic datatypes are constants of [MPI]; the methods here derive others. Sizes, strides and
/// displacements count elements of the base type, never bytes, as mpiJava defines it. Elements that
/// lie one after the other are moved from and to the program's array; others go through packed
/// memory of the shared pool. Immutable, and safe for any thread.
@SuppressWarnings("MemberName") // the names of mpiJava
public final class Datatype {
  private final BaseType base;
  private final TypeMap layout;

  private Datatype(BaseType base, TypeMap layout) {
    this.base = base;
    this.layout = layout;
  }

  static Datatype basic(BaseType base) {
    return new Datatype(base, TypeMap.ELEMENT);
  }

  /// One without elements.
  static Datatype bare(TypeMap layout) {
    return new Datatype(BaseType.NONE, layout);
  }

  BaseType base() {
    return base;
  }

  TypeMap layout() {
    return layout;
  }

  /// `count` items one after the other.
  ///
  /// @throws MPIException if `count` is negative, or the elements are more than an `int` can count
  public static Datatype Contiguous(int count, Datatype oldtype) throws MPIException {
    return blocks(new int[] {count}, new int[] {0}, oldtype);
  }

  /// `count` blocks of items at equal distances.
  ///
  /// @param stride from block to block, in extents of `oldtype`
  /// @throws MPIException if a count is negative, or a place is beyond an `int`
  public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype)
      throws MPIException {
    return MPIException.telling(
        () ->
            Hvector(
                count, blocklength, Math.multiplyExact(stride, oldtype.layout.extent()), oldtype));
  }

  /// `count` blocks of items at equal distances.
  ///
  /// @param stride from block to block, in elements
  /// @throws MPIException if a count is negative, or a place is beyond an `int`
  public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype)
      throws MPIException {
    if (count < 0) {
      throw new MPIException(count + " blocks: a count is 0 or more");
    }
    int[] lengths = new int[count];
    Arrays.fill(lengths, blocklength);
    int[] places = new int[count];
    MPIException.telling(() -> Arrays.setAll(places, i -> Math.multiplyExact(i, stride)));
    return blocks(lengths, places, oldtype);
  }

  /// Blocks of items.
  ///
  /// @param array_of_blocklengths how many items each has
  /// @param array_of_displacements where each begins, in extents of `oldtype`
  /// @throws MPIException if the arrays have different lengths, a length is negative, or a place is
  ///   beyond an `int`
  public static Datatype Indexed(
      int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
      throws MPIException {
    int[] places = array_of_displacements.clone();
    int extent = oldtype.layout.extent();
    MPIException.telling(() -> Arrays.setAll(places, i -> Math.multiplyExact(places[i], extent)));
    return blocks(array_of_blocklengths, places, oldtype);
  }

  /// Blocks of items.
  ///
  /// @param array_of_blocklengths how many items each has
  /// @param array_of_displacements where each begins, in elements
  /// @throws MPIException if the arrays have different lengths, a length is negative, or a place is
  ///   beyond an `int`
  public static Datatype Hindexed(
      int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
      throws MPIException {
    return blocks(array_of_blocklengths, array_of_displacements, oldtype);
  }

  private static Datatype blocks(int[] lengths, int[] places, Datatype oldtype) {
    TypeMap[] items = new TypeMap[lengths.length];
    Arrays.fill(items, oldtype.layout);
    return new Datatype(oldtype.base, TypeMap.of(lengths, places, items));
  }

  /// Blocks of items of several datatypes. [MPI#LB] and [MPI#UB] set the bounds.
  ///
  /// @param array_of_blocklengths how many items each has
  /// @param array_of_displacements where each begins, in elements
  /// @param array_of_types of each; all of one base type
  /// @throws MPIException if the arrays have different lengths, a length is negative, the base
  ///   types differ, or a place is beyond an `int`
  public static Datatype Struct(
      int[] array_of_blocklengths, int[] array_of_displacements, Datatype[] array_of_types)
      throws MPIException {
    TypeMap[] items = Arrays.stream(array_of_types).map(Datatype::layout).toArray(TypeMap[]::new);
    return new Datatype(
        common(array_of_types), TypeMap.of(array_of_blocklengths, array_of_displacements, items));
  }

  private static BaseType common(Datatype... types) {
    BaseType common = BaseType.NONE;
    for (Datatype type : types) {
      if (common != BaseType.NONE && type.base != BaseType.NONE && type.base != common) {
        throw new MPIException(
            String.format(
                Locale.ROOT,
                "a structure of %s and %s: all of its datatypes have one base type",
                common,
                type.base));
      }
      common = type.base == BaseType.NONE ? common : type.base;
    }
    return common;
  }

  /// How far the next item is, in elements.
  public int Extent() throws MPIException {
    return layout.extent();
  }

  /// How many elements an item has.
  public int Size() throws MPIException {
    return layout.size();
  }

  /// The lower bound of an item, in elements.
  public int Lb() throws MPIException {
    return layout.lower();
  }

  /// The upper bound of an item, in elements.
  public int Ub() throws MPIException {
    return layout.upper();
  }

  /// How many bytes an item's elements take in a message; 0 for objects, whose size shows when they
  /// are written.
  ///
  /// @throws MPIException if they are more than an `int` can count
  public int getByteSize() {
    return base.isObject()
        ? 0
        : MPIException.telling(() -> Math.multiplyExact(layout.size(), base.bytes()));
  }

  /// Does nothing: a datatype can be used as soon as it is made.
  public void Commit() throws MPIException {}

  /// Does nothing: the garbage collector frees datatypes.
  public void free() {}

  @Override
  public String toString() {
    return layout == TypeMap.ELEMENT
        ? base.toString()
        : String.format(Locale.ROOT, "%d of %s in %d", layout.size(), base, layout.extent());
  }
}
