package io.penstock.memory;

import io.penstock.ffi.LibC.Pages;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/// A source of regions for a pool.
///
/// An open set. An implementation is safe for any thread.
public interface Storage {
  /// Byte arrays on the heap, mpjbuf's indirect buffers (Baker, Carpenter and Shafi, *An Approach
  /// to Buffer Management in Java HPC Messaging*, section 3).
  ///
  /// Places are aligned within the array alone, a region ends at 2 GiB, and the memory of a lease
  /// does not die with it ([Lease]). A region goes when it is garbage.
  static Storage heap() {
    return StorageRegion::onHeap;
  }

  /// Memory off the heap that the JDK allocates, zeroed: mpjbuf's direct buffers.
  static Storage offHeap() {
    return StorageRegion::offHeap;
  }

  /// Pages of the system (mmap(2)): they take no memory before they are touched, and none once they
  /// are given back.
  ///
  /// @throws UnsupportedOperationException where Penstock may not call C, with the reason
  static Storage pages() {
    return new PageStorage(Pages.ofProcess());
  }

  /// Memory that somebody else's functions allocate and free, such as native code's. Nothing is
  /// known of its contents.
  ///
  /// @param allocate takes a number of bytes; returns at least that many, which any thread may
  ///   access, at a multiple of 4096
  /// @param free takes what `allocate` returned
  static Storage of(LongFunction<MemorySegment> allocate, Consumer<MemorySegment> free) {
    return bytes -> new StorageRegion(allocate.apply(bytes), free);
  }

  /// Memory for a region.
  ///
  /// @param bytes above 0
  /// @throws OutOfMemoryError if there is no more
  Region allocate(long bytes);

  /// Memory that was allocated in one piece.
  interface Region {
    /// The memory, accessible by any thread; off the heap at a multiple of 4096.
    MemorySegment memory();

    /// Gives the memory back to where it came from. Called once, when nobody uses it.
    void free();
  }
}
