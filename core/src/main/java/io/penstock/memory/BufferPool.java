package io.penstock.memory;

/// Memory that is used again and again.
///
/// A program leases memory with [#lease] for the calling thread alone, and with [#leaseShared] for
/// all threads; what it gets is checked in every way, and closed exactly once ([Lease]). The
/// library's own transfers [#take] blocks, which nothing guards and nothing has to be allocated
/// for.
///
/// An open set: any implementation can be passed wherever a pool is taken. An implementation is
/// safe for any thread, virtual ones too.
public interface BufferPool extends AutoCloseable {
  /// The pool that is used where none is given, with the default options. It lives as long as the
  /// process: [#close] leaves it as it is. With `-Dpenstock.memory.strict=true` it is a
  /// [StrictPool].
  static BufferPool shared() {
    return SharedPool.POOL;
  }

  /// Takes a block; [Block#release] gives it back. Its contents are whatever was left in it.
  ///
  /// @param bytes 0 or more
  /// @return a block of at least `bytes`, at an address that is a multiple of 64, and from 4096
  ///   bytes on of 4096
  /// @throws IllegalArgumentException if `bytes` is negative
  /// @throws PoolExhaustedException if the pool's limit or the system's memory does not allow it
  /// @throws IllegalStateException if the pool was closed
  Block take(long bytes);

  /// Leases memory for the calling thread, which alone may use and close it: others get a
  /// [WrongThreadException]. Its contents are whatever was left in it.
  ///
  /// @param bytes 0 or more
  /// @return memory of exactly `bytes`, aligned as [#take] aligns
  /// @throws IllegalArgumentException if `bytes` is negative
  /// @throws PoolExhaustedException if the pool's limit or the system's memory does not allow it
  /// @throws IllegalStateException if the pool was closed
  default Lease lease(long bytes) {
    return Lease.confined(take(bytes), bytes);
  }

  /// Leases memory that any thread may use and close, as what other threads move needs it: an
  /// [java.nio.channels.AsynchronousFileChannel], a thread pool, a parallel stream. To close it
  /// costs some microseconds more than [#lease], since no thread may be inside. Its contents are
  /// whatever was left in it.
  ///
  /// @param bytes 0 or more
  /// @return memory of exactly `bytes`, aligned as [#take] aligns
  /// @throws IllegalArgumentException if `bytes` is negative
  /// @throws PoolExhaustedException if the pool's limit or the system's memory does not allow it
  /// @throws IllegalStateException if the pool was closed
  default Lease leaseShared(long bytes) {
    return Lease.shared(take(bytes), bytes);
  }

  /// Leases memory that is filled with zeros, for the calling thread alone.
  ///
  /// @param bytes 0 or more
  /// @throws IllegalArgumentException if `bytes` is negative
  /// @throws PoolExhaustedException if the pool's limit or the system's memory does not allow it
  /// @throws IllegalStateException if the pool was closed
  default Lease leaseZeroed(long bytes) {
    Lease lease = lease(bytes);
    lease.segment().fill((byte) 0);
    return lease;
  }

  /// What the pool holds and has handed out. The figures belong together only while no thread uses
  /// the pool.
  PoolStatistics statistics();

  /// Gives memory that nobody uses back to the system, as whole regions.
  ///
  /// @return the bytes given back
  long trim();

  /// Gives all memory back to the system. Further calls do nothing.
  ///
  /// @throws IllegalStateException if blocks are still out, with their number; then the pool stays
  ///   open
  @Override
  void close();
}
