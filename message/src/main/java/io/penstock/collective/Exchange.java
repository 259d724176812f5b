package io.penstock.collective;

import io.penstock.array.AxisSelection;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Selection;
import io.penstock.array.kernel.Kernel;
import io.penstock.array.pack.Walk;
import io.penstock.file.ArrayFile;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import io.penstock.message.Request;
import io.penstock.message.Status;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The plan of one two-phase transfer, which each rank works out for itself: the file domains, and
/// for each rank its elements in file order.
final class Exchange {
  static final int TAG = 0;

  final Communicator ranks;
  final int me;
  final ArrayFile file;
  final Hints hints;
  final Part mine;
  final Pattern pattern;
  final Domains domains;
  final int domain;
  final int width;
  final Walk[] inFile;
  final Walk inMemory = new Walk();
  final Walk inStaging = new Walk();
  final Kernel own;
  final Kernel staged;

  private final Ordinals[] ordinals;
  private final boolean straight;
  private final long firstInMemory;

  Exchange(Communicator ranks, ArrayFile file, Hints hints, Part mine, Pattern pattern) {
    this.ranks = ranks;
    this.me = ranks.rank();
    this.file = file;
    this.hints = hints;
    this.mine = mine;
    this.pattern = pattern;
    this.width = mine.type().bytes();
    this.own = mine.kernel();
    this.staged = Kernel.forSegments(mine.type(), ByteOrder.nativeOrder());
    this.inFile = new Walk[ranks.size()];
    this.ordinals = new Ordinals[ranks.size()];
    this.domains = divide();
    this.domain = domainOf(me);
    mine.inMemory(inMemory);
    inMemory.seek(0);
    this.straight = inMemory.contiguous();
    this.firstInMemory = mine.count() > 0 ? inMemory.position() : 0;
  }

  private Domains divide() {
    long start = Long.MAX_VALUE;
    long end = 0;
    for (int rank = 0; rank < inFile.length; rank++) {
      inFile[rank] = new Walk();
      pattern.view().walk(inFile[rank], pattern.selections().get(rank));
      ordinals[rank] = new Ordinals(pattern.view(), pattern.selections().get(rank));
      if (ordinals[rank].size() > 0) {
        start = Math.min(start, ordinals[rank].first());
        end = Math.max(end, ordinals[rank].end());
      }
    }
    int stored = file.format().type().bytes();
    return new Domains(
        Math.min(start, end), end, file.format().dataOffset(), stored, hints, inFile.length);
  }

  private int domainOf(int rank) {
    for (int number = 0; number < domains.count(); number++) {
      if (domains.rank(number) == rank) {
        return number;
      }
    }
    return -1;
  }

  /// Whether this rank is an aggregator.
  boolean aggregates() {
    return domain >= 0;
  }

  ElementType type() {
    return mine.type();
  }

  /// The number of a rank's elements before a position of the file.
  long before(int rank, long position) {
    return ordinals[rank].before(position);
  }

  /// Whether elements that follow one another in the file do so in this rank's memory.
  boolean straight() {
    return straight;
  }

  /// Some of this rank's elements where they lie; only if they are [#straight].
  Elements inPlace(long from, long to) {
    long at = firstInMemory + from;
    return mine.memory() instanceof MemorySegment segment
        ? Elements.of(segment.asSlice(at * width, (to - from) * width), type())
        : Elements.of(mine.memory(), Math.toIntExact(at), Math.toIntExact(to - from));
  }

  /// Packs some of this rank's elements in file order.
  void pack(long from, long to, MemorySegment target, long offset) {
    mine.pack(own, inMemory, from, to, target, offset);
  }

  /// Unpacks some of this rank's elements from file order.
  void unpack(MemorySegment source, long offset, long from, long to) {
    mine.unpack(own, inMemory, source, offset, from, to);
  }

  /// The file domains of the aggregators (ROMIO's term): neighbouring stretches of one length,
  /// divided at aligned places, each transferred in pieces that fit the buffer.
  ///
  /// Positions are in elements; `start` to `end` is what the ranks move.
  static final class Domains {
    /// Less is not worth another rank's work, unless the hints demand so many aggregators.
    private static final long LEAST_BYTES = 256 << 10;

    private final long start;
    private final long end;
    private final long base;
    private final long piece;
    private final long length;
    private final int count;
    private final int ranks;

    /// @param dataOffset of the array in the file, in bytes
    /// @param width of an element in the file, in bytes
    Domains(long start, long end, long dataOffset, int width, Hints hints, int ranks) {
      this.start = start;
      this.end = end;
      this.ranks = ranks;
      long align = Math.max(1, hints.alignmentBytes() / width);
      long aligned = align - dataOffset / width % align;
      base = start - Math.floorMod(start - aligned, align);
      long buffer = hints.bufferBytes() / width;
      piece = buffer < align ? buffer : buffer - buffer % align;
      boolean asked = hints.aggregators() > 0;
      int most = asked ? Math.min(ranks, hints.aggregators()) : ranks;
      long total = end - base;
      long fair = Math.max(Math.ceilDiv(total, most), asked ? 1 : LEAST_BYTES / width);
      length = Math.ceilDiv(fair, align) * align;
      count = total == 0 ? 0 : (int) Math.ceilDiv(total, length);
    }

    /// The number of domains.
    int count() {
      return count;
    }

    /// The most elements of a piece.
    long piece() {
      return piece;
    }

    /// The aggregator of a domain.
    int rank(int domain) {
      return (int) ((long) domain * ranks / count);
    }

    /// The number of pieces of the longest domain.
    long rounds() {
      return count == 0 ? 0 : Math.ceilDiv(Math.min(length, end - base), piece);
    }

    /// The position at which a piece begins.
    long from(int domain, long round) {
      return clip(domain, base + domain * length + round * piece);
    }

    /// The position at which a piece ends.
    long to(int domain, long round) {
      return clip(domain, base + domain * length + (round + 1) * piece);
    }

    private long clip(int domain, long position) {
      long last = Math.min(end, base + (domain + 1) * length);
      return Math.clamp(position, start, last);
    }
  }

  /// The number of a selection's elements before any position of the file.
  static final class Ordinals {
    private final AxisSelection[] perAxis;
    private final long[] units;
    private final long[] inner;
    private final long size;

    Ordinals(View view, Selection selection) {
      int rank = selection.rank();
      perAxis = new AxisSelection[rank];
      units = new long[rank];
      inner = new long[rank];
      long unit = 1;
      long within = 1;
      for (int nth = rank - 1; nth >= 0; nth--) {
        int axis = view.axis(nth);
        perAxis[nth] = selection.axis(axis);
        units[nth] = unit;
        inner[nth] = within;
        unit *= view.shape().extent(axis);
        within *= perAxis[nth].size();
      }
      size = within;
    }

    long size() {
      return size;
    }

    /// The number of selected elements before a position.
    long before(long position) {
      if (size == 0) {
        return 0;
      }
      long count = 0;
      long rest = position;
      for (int nth = 0; nth < perAxis.length; nth++) {
        long index = rest / units[nth];
        rest -= index * units[nth];
        count += Pattern.below(perAxis[nth], index) * inner[nth];
        if (!Pattern.has(perAxis[nth], index)) {
          return count;
        }
      }
      return perAxis.length == 0 ? Math.min(position, 1) : count;
    }

    /// The position of the first element; 0 if there is none.
    long first() {
      long position = 0;
      for (int nth = 0; nth < perAxis.length && size > 0; nth++) {
        position += perAxis[nth].start() * units[nth];
      }
      return position;
    }

    /// One past the position of the last element; 0 if there is none.
    long end() {
      long position = size > 0 ? 1 : 0;
      for (int nth = 0; nth < perAxis.length && size > 0; nth++) {
        position += (perAxis[nth].end() - 1) * units[nth];
      }
      return position;
    }
  }

  /// The messages of one round in one direction, with their staging memory. Reused from round to
  /// round.
  static final class Round {
    /// For each other rank, or each domain: the first of the elements that go there or come from
    /// it.
    final long[] from;

    final long[] to;

    /// Where in the staging memory, in bytes.
    final long[] offset;

    private final BufferPool pool;
    private final List<Request> requests = new ArrayList<>();
    private final List<Request> refused = new ArrayList<>();
    private long expected;
    private boolean lacksMemory;
    private @Nullable Block block;

    /// @param pool of the staging memory
    Round(int size, BufferPool pool) {
      this.pool = pool;
      from = new long[size];
      to = new long[size];
      offset = new long[size];
    }

    long count(int index) {
      return to[index] - from[index];
    }

    /// Takes memory for all but one of the stretches, one after the other.
    ///
    /// @param except the stretch that is not staged
    void stage(int except, int width) {
      long bytes = 0;
      for (int i = 0; i < from.length; i++) {
        offset[i] = bytes;
        bytes += i == except ? 0 : count(i) * width;
      }
      lacksMemory = true;
      block = pool.take(bytes);
      lacksMemory = false;
    }

    /// Whether there was no staging memory to be had.
    boolean lacksMemory() {
      return lacksMemory;
    }

    MemorySegment memory() {
      return Objects.requireNonNull(block).memory();
    }

    /// A stretch in the staging memory.
    Elements staged(int index, ElementType type) {
      return Elements.of(memory().asSlice(offset[index], count(index) * type.bytes()), type);
    }

    /// @param bytes how many have to come; 0 for what is sent
    void add(Request request, long bytes) {
      requests.add(request);
      expected += bytes;
    }

    /// Adds a receive without the room for what comes.
    void refuse(Request request) {
      refused.add(request);
    }

    /// Waits for all messages.
    ///
    /// @return whether all has come that was expected, in a round of receives
    boolean await() {
      long came = Request.awaitAll(requests).stream().mapToLong(Status::bytes).sum();
      refused.forEach(Round::end);
      boolean whole = came == expected && refused.isEmpty();
      requests.clear();
      refused.clear();
      expected = 0;
      return whole;
    }

    /// Gives back the memory of a transfer that was broken off. A message that is still under way,
    /// as none is once the job has ended, keeps its memory.
    void abandon() {
      requests.removeIf(request -> request.cancel() || isOver(request));
      refused.forEach(Request::cancel);
      refused.clear();
      if (requests.isEmpty()) {
        release();
      }
      requests.clear();
    }

    private static boolean isOver(Request request) {
      if (!request.isDone()) {
        return false;
      }
      end(request);
      return true;
    }

    /// Reads an outcome; why it fails is known.
    private static void end(Request request) {
      FirstFailure _ = FirstFailure.of(request::await);
    }

    void release() {
      if (block != null) {
        block.release();
        block = null;
      }
    }
  }
}
