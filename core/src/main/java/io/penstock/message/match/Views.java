package io.penstock.message.match;

import io.penstock.memory.Confinement;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Views of the segments that were named last, so that a program that sends from the same memory
/// again and again makes no garbage.
///
/// Keyed by identity and held weakly: what is remembered keeps no memory alive that its owner let
/// go.
final class Views {
  /// A rank that sends from one segment and receives into another uses two.
  private static final int REMEMBERED = 4;

  /// Byte buffers end at 2 GiB; windows that start at a multiple of this reach further.
  private static final long WINDOW = 1L << 30;

  /// The JDK makes no longer ones.
  private static final long LONGEST = Integer.MAX_VALUE - 8;

  private final View[] views = new View[REMEMBERED];
  private int oldest;

  Views() {
    for (int i = 0; i < REMEMBERED; i++) {
      views[i] = new View(MemorySegment.NULL);
    }
  }

  /// The segment, accessible by any thread for as long as its owner waits.
  MemorySegment reachable(MemorySegment segment) {
    return Confinement.confines(segment) ? of(segment).reachable(segment) : segment;
  }

  /// Bytes of a segment off the heap.
  ByteBuffer buffer(MemorySegment segment, long at, long count) {
    return of(segment).buffer(segment, at, count);
  }

  private View of(MemorySegment segment) {
    for (View view : views) {
      if (view.isOf(segment)) {
        return view;
      }
    }
    View view = new View(segment);
    views[oldest] = view;
    oldest = (oldest + 1) % REMEMBERED;
    return view;
  }

  private static final class View {
    private final WeakReference<MemorySegment> segment;

    /// Only of a confined segment: it has no lifetime that it could prolong.
    private final MemorySegment lifted;

    private WeakReference<ByteBuffer> window = new WeakReference<>(ByteBuffer.allocate(0));
    private long windowAt = -1;

    View(MemorySegment segment) {
      this.segment = new WeakReference<>(segment);
      boolean lift = Confinement.confines(segment) && Confinement.canLift();
      this.lifted = lift ? Confinement.lift(segment) : MemorySegment.NULL;
    }

    boolean isOf(MemorySegment other) {
      return segment.refersTo(other);
    }

    MemorySegment reachable(MemorySegment own) {
      return lifted.equals(MemorySegment.NULL) ? own : lifted;
    }

    ByteBuffer buffer(MemorySegment own, long at, long count) {
      ByteBuffer bytes = window(reachable(own), at & -WINDOW);
      int from = (int) (at & (WINDOW - 1));
      int n = (int) Math.min(count, bytes.capacity() - from);
      return bytes.limit(from + n).position(from);
    }

    private ByteBuffer window(MemorySegment memory, long start) {
      @Nullable ByteBuffer kept = window.get();
      if (kept != null && start == windowAt) {
        return kept;
      }
      long length = Math.min(LONGEST, memory.byteSize() - start);
      ByteBuffer made = memory.asSlice(start, length).asByteBuffer();
      window = new WeakReference<>(made);
      windowAt = start;
      return made;
    }
  }
}
