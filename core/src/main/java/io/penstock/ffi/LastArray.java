package io.penstock.ffi;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;

/// The segment over the array that a thread has passed to the kernel most recently, held weakly.
/// Belongs to one thread.
///
/// A new segment over an array costs nothing where C2 inlines the JDK's method that makes it. That
/// method is too long for calls that the profile counts as rare, and a profile that was taken in
/// part by code without counters says so of any call: then each read would leave 72 bytes of
/// garbage. A program that reads into one array again and again gets the same segment instead.
/// Another array is remembered after some misses only, since that takes more memory than it saves
/// where arrays take turns.
final class LastArray {
  /// One in so many misses is remembered.
  private static final int PATIENCE = 16;

  private WeakReference<Object> array = new WeakReference<>(MemorySegment.NULL);
  private WeakReference<MemorySegment> segment = new WeakReference<>(MemorySegment.NULL);
  private long start;
  private int misses;

  /// The segment of an array from a byte on to its end.
  ///
  /// @return one of no bytes if it is not known
  MemorySegment from(Object wanted, long at) {
    if (start == at && array.refersTo(wanted)) {
      MemorySegment known = segment.get();
      if (known != null) {
        return known;
      }
    }
    return miss(wanted, at);
  }

  private MemorySegment miss(Object wanted, long at) {
    if (++misses < PATIENCE) {
      return MemorySegment.NULL;
    }
    misses = 0;
    MemorySegment made = Positional.segment(wanted).asSlice(at);
    array = new WeakReference<>(wanted);
    segment = new WeakReference<>(made);
    start = at;
    return made;
  }
}
