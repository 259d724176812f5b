package io.penstock.evaluate.run;

import io.penstock.array.AxisSelection;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.evaluate.run.FileWork.Operation;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The part of one process in a work on a file.
///
/// Sequential parts are cut at multiples of 4 KiB of the file, so that no page has two owners and
/// direct transfers stay aligned; only the last one may end elsewhere.
///
/// @param work of all processes
/// @param file that they share
/// @param rank of this process, from 0
public record Task(FileWork work, Path file, int rank) {
  private static final int PAGE_BYTES = 4096;

  /// The part of a process's share that one thread moves, in items of the access: elements, tiles
  /// or reads.
  ///
  /// @param member the thread's number in its process, from 0
  /// @param first its first item, counted in the whole file
  /// @param index of that item in the process's array
  /// @param count how many
  public record Block(int member, long first, int index, int count) {}

  /// Bytes that lie side by side both in the array and in the file.
  ///
  /// @param inArray offset in the array, in bytes
  /// @param inFile offset in the file
  /// @param length in bytes
  public record Piece(long inArray, long inFile, long length) {}

  /// @throws IllegalArgumentException if there is no such rank, or if the process's part does not
  ///   fit into a Java array
  public Task {
    if (rank < 0 || rank >= work.processes()) {
      throw new IllegalArgumentException("no rank " + rank + " of " + work.processes());
    }
  }

  /// The items of this process, counted in the whole file.
  long firstItem() {
    return cut(0, work.items(), rank, work.processes());
  }

  long items() {
    return cut(0, work.items(), rank + 1, work.processes()) - firstItem();
  }

  /// What each thread moves, by its number; a block may be empty.
  public List<Block> blocks() {
    return IntStream.range(0, work.threads()).mapToObj(this::block).toList();
  }

  /// All that this process moves, as one block.
  public Block share() {
    return new Block(0, firstItem(), 0, Math.toIntExact(items()));
  }

  private Block block(int member) {
    long from = cut(firstItem(), items(), member, work.threads());
    long to = cut(firstItem(), items(), member + 1, work.threads());
    return new Block(member, from, Math.toIntExact(from - firstItem()), Math.toIntExact(to - from));
  }

  /// Where part number `part` of `parts` begins.
  private long cut(long first, long count, int part, int parts) {
    if (part == 0 || part == parts) {
      return part == 0 ? first : first + count;
    }
    long cut = first + Math.multiplyExact(count, part) / parts;
    long step = work.access() instanceof Access.Sequential ? PAGE_BYTES / work.type().bytes() : 1;
    return Math.max(first, cut / step * step);
  }

  /// The length of the array that this process needs, in elements.
  public long arrayElements() {
    return switch (work.access()) {
      case Access.Sequential _ -> items();
      case Access.Tiles tiles -> items() * tiles.tileElements();
      case Access.Scattered scattered ->
          scattered.slots()
              * work.requestBytes().orElseThrow()
              * work.threads()
              / work.type().bytes();
      case Access.Distributed distributed -> part(distributed).size();
      case Access.InTurn(int slots) ->
          slots * work.requestBytes().orElseThrow() / work.type().bytes();
    };
  }

  /// What this process has of a distributed array.
  ///
  /// @throws IllegalArgumentException if the work is about something else
  public Selection part() {
    if (work.access() instanceof Access.Distributed distributed) {
      return part(distributed);
    }
    throw new IllegalArgumentException("no distributed array: " + work.access());
  }

  private Selection part(Access.Distributed distributed) {
    return distributed.distribution().of(rank);
  }

  /// The process's `k`-th piece of those that are dealt in turn.
  ///
  /// @param k from 0 to the number of its items
  public Piece inTurn(long k) {
    long request = work.requestBytes().orElseThrow();
    int slots = ((Access.InTurn) work.access()).slots();
    return new Piece(k % slots * request, (k * work.processes() + rank) * request, request);
  }

  /// Where the slot of a thread's `n`-th scattered read lies in the array, in bytes.
  public long slotBytes(Block block, long n) {
    Access.Scattered scattered = (Access.Scattered) work.access();
    long slot = (long) block.member() * scattered.slots() + n % scattered.slots();
    return slot * work.requestBytes().orElseThrow();
  }

  /// Where scattered read number `k` of the whole work begins in the file, in bytes.
  public long scatteredBytes(long k) {
    Access.Scattered scattered = (Access.Scattered) work.access();
    long request = work.requestBytes().orElseThrow();
    return ContentPattern.scattered(k, scattered.seed(), work.fileBytes() / request) * request;
  }

  /// What the array holds of the file after a read, or gives to it in a write.
  Stream<Piece> pieces() {
    int size = work.type().bytes();
    return switch (work.access()) {
      case Access.Sequential _ -> Stream.of(new Piece(0, firstItem() * size, items() * size));
      case Access.Tiles tiles ->
          LongStream.range(0, items() * tiles.rows()).mapToObj(row -> row(tiles, row));
      case Access.Scattered scattered ->
          blocks().stream().flatMap(block -> lastSlots(block, scattered));
      case Access.Distributed distributed ->
          stretches(distributed.distribution().shape(), part(distributed), size);
      case Access.InTurn(int slots) -> turns(slots);
    };
  }

  /// The stretches of a row-major file that a selection consists of, in its own order. The same
  /// stands in `distribution.c`.
  ///
  /// @param elementBytes of an element
  static Stream<Piece> stretches(Shape shape, Selection selection, int elementBytes) {
    int axis = shape.rank() - 1;
    long below = elementBytes;
    while (axis > 0 && selection.axis(axis).size() == shape.extent(axis)) {
      below *= shape.extent(axis); // it does not fall apart along this axis
      axis--;
    }
    long count = selection.axis(axis).count();
    for (int d = 0; d < axis; d++) {
      count = Math.multiplyExact(count, selection.axis(d).size());
    }
    int last = axis;
    long unit = below;
    return LongStream.range(0, count).mapToObj(n -> stretch(shape, selection, last, unit, n));
  }

  /// Stretch number `n`.
  ///
  /// @param axis along which the selection falls apart: all faster ones are selected as a whole
  /// @param unit bytes of the file for each index of that axis
  private static Piece stretch(Shape shape, Selection selection, int axis, long unit, long n) {
    AxisSelection along = selection.axis(axis);
    long row = n / along.count();
    long block = n % along.count();
    long length = block == along.count() - 1 ? along.last() : along.block();
    long inFile = rowStart(shape, selection, axis, row) + along.start() + block * along.stride();
    long inArray = row * along.size() + block * along.block();
    return new Piece(inArray * unit, inFile * unit, length * unit);
  }

  /// Where row number `row` of those that are selected begins, in indices of the axis.
  private static long rowStart(Shape shape, Selection selection, int axis, long row) {
    long start = 0;
    long stride = shape.extent(axis);
    long rest = row;
    for (int d = axis - 1; d >= 0; d--) {
      AxisSelection along = selection.axis(d);
      long index = rest % along.size();
      start +=
          (along.start() + index / along.block() * along.stride() + index % along.block()) * stride;
      stride *= shape.extent(d);
      rest /= along.size();
    }
    return start;
  }

  /// The last pieces that were read into the slots, the first that are written from them.
  private Stream<Piece> turns(int slots) {
    long kept = Math.min(slots, items());
    long from = work.operation() == Operation.READ ? items() - kept : 0;
    return LongStream.range(from, from + kept).mapToObj(this::inTurn);
  }

  private Piece row(Access.Tiles tiles, long row) {
    long length = tiles.rowElements() * work.type().bytes();
    long start = tiles.rowStart(firstItem() + row / tiles.rows(), row % tiles.rows());
    return new Piece(row * length, start * work.type().bytes(), length);
  }

  private Stream<Piece> lastSlots(Block block, Access.Scattered scattered) {
    return LongStream.range(Math.max(0, block.count() - scattered.slots()), block.count())
        .mapToObj(
            n ->
                new Piece(
                    slotBytes(block, n),
                    scatteredBytes(block.first() + n),
                    work.requestBytes().orElseThrow()));
  }
}
