package io.penstock.ffi;

import java.lang.foreign.Arena;

/// A memory barrier in every thread of the JVM, issued by one of them, as membarrier(2) is for a
/// process.
///
/// It lets one side of an agreement go without barriers of its own: who stores a mark and then
/// looks at a flag, by plain operations, is either seen by who sets the flag, issues this and looks
/// for the mark then, or sees the flag (D. Dice, H. Huang, M. Yang, *Asymmetric Dekker
/// Synchronization*, 2001). It takes some ten microseconds and more with many threads.
public final class ProcessBarrier {
  private ProcessBarrier() {}

  /// Waits until each thread has come to a point where all that it has stored is seen, and from
  /// where it sees all that the caller has stored.
  ///
  /// The JVM sees to that when a shared arena is closed, so that no thread is in the middle of an
  /// access to it.
  public static void issue() {
    Arena.ofShared().close();
  }
}
