package io.penstock.mpi;

import io.penstock.array.AxisSelection;
import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.mpi.abi.MpiConstant;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Two ranks, the first of which sends parts of arrays by raw calls; the second says whether it got
/// what a loop over all places picks.
final class Selected {
  private static final Shape SHAPE = Shape.of(5, 7, 6);

  private final Mpi mpi = Mpi.start();
  private final long world = mpi.handle(MpiHandle.COMM_WORLD);

  private Selected() {}

  public static void main(String[] arguments) {
    Selected ranks = new Selected();
    List<Selection> selections =
        List.of(
            Hyperslab.at(0, 0, 0).count(5, 7, 6),
            Hyperslab.at(1, 2, 3).count(2, 3, 2),
            Hyperslab.at(0, 1, 5).stride(2, 3, 1).count(3, 2, 1),
            Hyperslab.at(0, 0, 0).stride(3, 4, 3).block(2, 3, 2).count(2, 2, 2),
            Selection.of(
                List.of(
                    new AxisSelection(1, 4, 1, 1, 1),
                    new AxisSelection(0, 3, 3, 2, 1),
                    new AxisSelection(5, 1, 1, 1, 1))));
    for (Selection selection : selections) {
      for (ElementType type : ElementType.values()) {
        ranks.pass(selection, type);
      }
    }
    ranks.refuse();
    ranks.hint();
  }

  private void pass(Selection selection, ElementType type) {
    try (Arena arena = Arena.ofConfined()) {
      int[] numbers = new int[(int) SHAPE.size() * 2];
      Arrays.setAll(numbers, i -> i % 120);
      MemorySegment memory = memory(arena, type, numbers);
      if (mpi.rank() == 0) {
        try (MpiDatatype part = MpiDatatype.of(mpi, SHAPE, selection, type)) {
          mpi.call(MpiFunction.SEND, memory.address(), 2, part.handle(), 1, 1, world);
        }
      } else {
        long bytes = 2 * selection.size() * type.bytes();
        MemorySegment got = arena.allocate(bytes + 8, 8);
        long ignored = mpi.constant(MpiConstant.STATUS_IGNORE);
        try (MpiDatatype one = MpiDatatype.of(mpi, Shape.of(1), Hyperslab.at(0), type)) {
          mpi.call(
              MpiFunction.RECV,
              got.address(),
              bytes / type.bytes(),
              one.handle(),
              0,
              1,
              world,
              ignored);
        }
        MemorySegment wanted = memory(arena, type, picked(selection, numbers));
        System.out.println(
            got.asSlice(0, bytes).mismatch(wanted) < 0 ? "same" : "other " + selection + type);
      }
    }
  }

  /// What both arrays hold of the selection, one after the other.
  private static int[] picked(Selection selection, int... numbers) {
    int[] picked = new int[(int) selection.size() * 2];
    int next = 0;
    for (int array = 0; array < 2; array++) {
      for (int place = 0; place < SHAPE.size(); place++) {
        if (isSelected(selection, place)) {
          picked[next++] = numbers[array * (int) SHAPE.size() + place];
        }
      }
    }
    return picked;
  }

  private static boolean isSelected(Selection selection, long place) {
    for (int axis = SHAPE.rank() - 1; axis >= 0; axis--) {
      AxisSelection along = selection.axis(axis);
      long from = place % SHAPE.extent(axis) - along.start();
      place /= SHAPE.extent(axis);
      long block = Math.floorDiv(from, along.stride());
      long width = block == along.count() - 1 ? along.last() : along.block();
      if (from < 0 || block >= along.count() || from - block * along.stride() >= width) {
        return false;
      }
    }
    return true;
  }

  private static MemorySegment memory(Arena arena, ElementType type, int... numbers) {
    MemorySegment memory = arena.allocate((long) numbers.length * type.bytes() + 8, 8);
    for (int i = 0; i < numbers.length; i++) {
      switch (type) {
        case BYTE -> memory.setAtIndex(ValueLayout.JAVA_BYTE, i, (byte) numbers[i]);
        case SHORT -> memory.setAtIndex(ValueLayout.JAVA_SHORT, i, (short) numbers[i]);
        case CHAR -> memory.setAtIndex(ValueLayout.JAVA_CHAR, i, (char) numbers[i]);
        case INT -> memory.setAtIndex(ValueLayout.JAVA_INT, i, numbers[i]);
        case LONG -> memory.setAtIndex(ValueLayout.JAVA_LONG, i, numbers[i]);
        case FLOAT -> memory.setAtIndex(ValueLayout.JAVA_FLOAT, i, numbers[i]);
        case DOUBLE -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE, i, numbers[i]);
      }
    }
    return memory.asSlice(0, (long) numbers.length * type.bytes());
  }

  private void refuse() {
    try {
      MpiDatatype.of(mpi, SHAPE, Hyperslab.at(0, 0, 0).count(0, 1, 1), ElementType.INT).close();
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    MpiDatatype part = MpiDatatype.ofBytes(mpi, SHAPE, Hyperslab.at(1, 1, 1), 3);
    part.close();
    part.close();
    try {
      System.out.println(part.handle());
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }

  private void hint() {
    try (Arena arena = Arena.ofConfined();
        MpiInfo info = MpiInfo.of(mpi, Map.of("cb_nodes", "2", "striping_unit", "4096"))) {
      MemorySegment number = arena.allocate(ValueLayout.JAVA_INT);
      mpi.call(MpiFunction.INFO_GET_NKEYS, info.handle(), number.address());
      System.out.println("hints numbering " + number.get(ValueLayout.JAVA_INT, 0));
    }
    try {
      MpiInfo.of(mpi, Map.of("", "2")).close();
    } catch (MpiException e) {
      System.out.println(e.errorClass());
    }
  }
}
