package io.penstock.message;

import java.lang.foreign.MemorySegment;

/// Memory that the ranks of one machine share, as MPI's `MPI_Win_allocate_shared`: each sees all of
/// it, and a part of it is each rank's.
///
/// ```java
/// try (Communicator host = world.splitByHost();
///     SharedWindow shared = host.allocateSharedWindow(bytes)) {
///   fill(shared.part(host.rank()));
///   shared.fence();
///   read(shared.memory());
/// }
/// ```
///
/// Made by all ranks together, by [Communicator#allocateSharedWindow]. The parts lie one after the
/// other, in the order of the ranks and without gaps; the memory begins at a multiple of 64 bytes
/// and is filled with zeros. All of it is there from the beginning: no access can fail for want of
/// memory.
///
/// Accesses are plain loads and stores, or those of a [java.lang.invoke.VarHandle], whose atomic
/// ones work between processes as between threads if they are aligned. A plain store is seen by
/// another rank at the latest after both have called [#fence]; or after [#sync] at both sides of
/// whatever else says that it was done. Any thread may use the segments.
///
/// The segments live until all ranks have come to [#close]; to access one afterwards is an
/// [IllegalStateException]. Between processes nothing of the memory is left once its last process
/// has ended, however it ended.
///
/// For locks and accumulating operations make a [Communicator#createWindow] of one's [#part].
public interface SharedWindow extends AutoCloseable {
  /// All of it, which begins at another address in each process.
  MemorySegment memory();

  /// A rank's part.
  ///
  /// @throws IllegalArgumentException if there is no such rank
  MemorySegment part(int rank);

  /// Waits until all ranks have come here; what one has stored before, all see afterwards. Called
  /// by all ranks.
  ///
  /// @throws IllegalStateException after [#close]
  /// @throws RankFailedException once a rank of the job is gone
  void fence();

  /// Makes this thread's accesses before and after this happen in this order.
  void sync();

  /// Ends the use of the memory, once all ranks have come here. Called by all ranks; further calls
  /// do nothing.
  ///
  /// @throws MessageException if another rank has left the job or failed; the segments end
  ///   nonetheless
  @Override
  void close();
}
