package io.penstock.message;

import io.penstock.array.Layout;
import io.penstock.object.ObjectCodec;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BinaryOperator;

/// Ranks that exchange messages: `size` of them, each with a number, its rank.
///
/// **Data** is memory that the caller owns, and is named alike in all operations:
///
/// | data | is |
/// |---|---|
/// | `byte[]`, `short[]`, `char[]`, `int[]`, `long[]`, `float[]`, `double[]` | all its elements |
/// | `boolean[]` | all its elements; of the reductions AND, OR and XOR are for them |
/// | [io.penstock.array.Elements] | some of an array's elements, or a segment's as elements of a type |
/// | [io.penstock.array.Tile] | the elements at selected places of an array, in row-major order; gathered and scattered piece by piece, and received in any other layout of as many. In messages, broadcasts and lists of parts. Two tiles may lie between each other, and share no places where one is received into |
/// | [java.lang.foreign.MemorySegment] | its bytes |
/// | [io.penstock.memory.Lease] | the bytes of its segment; pinned meanwhile |
/// | [MessageBuffer] | a message that is committed, or room for one; held meanwhile. Not where elements are cut up or combined |
///
/// An operation with two memories takes two of a kind; mixed ones are named as
/// [io.penstock.array.Elements], which [io.penstock.array.Elements#of(Object)] makes of any array,
/// segment or lease. A message carries the type of its elements: to receive it as another is an
/// error at the receiver, as is one that is longer than its room. Elements arrive in the receiver's
/// byte order. All lengths are `long`.
///
/// **Order**: messages from one rank to another are received in the order in which they were sent,
/// as far as a receive wants them. **Tags** are 0 or more and mean what the program likes.
///
/// What nobody receives yet stays with its sender once much lies at the receiver, however short it
/// is: then a blocking send waits. How many messages and receives are outstanding does not change
/// what it costs to match one.
///
/// **Threads**: safe for any number of them; but in one communicator only one may be in a
/// collective operation, or start one, at a time. Others use a [#duplicate]. An interrupt ends no
/// wait: the thread is still interrupted afterwards.
///
/// **Errors** beside those of each operation: [IllegalStateException] after [#close];
/// [RankFailedException] once a rank of the job is gone, at every rank and from any operation that
/// waits or is started; [MessageException] from an operation that can never end because its peer
/// has left the job in good order; so does waiting for a message from any rank, and for nothing
/// else, once all others of the communicator have left, as long as one thread alone has sent and
/// received (another one may yet send to its own rank), and so long a send to the own rank that
/// finds no memory, [io.penstock.memory.PoolExhaustedException]; [IllegalArgumentException] for
/// ranks that do not exist and tags below 0; [WrongThreadException] for memory that is confined to
/// another thread.
public non-sealed interface Communicator extends DataOperations, AutoCloseable {
  /// As source: any rank.
  int ANY_SOURCE = -1;

  /// As tag of a receive: any tag.
  int ANY_TAG = -1;

  /// As source or destination: no rank, as MPI's `MPI_PROC_NULL`, so that a rank at the rim of a
  /// grid sends and receives as all others do. Sends to it and receives from it are done at once,
  /// and touch no memory. The [Status] of both, and of a probe, has it as source, no tag
  /// ([#ANY_TAG]) and no bytes. No arithmetic on ranks leads to it by mistake.
  int NO_RANK = Integer.MIN_VALUE;

  /// All ranks of the job that the calling thread belongs to, by how it was started: as a thread of
  /// a JVM that runs all ranks, as a process under `penstock run`, or under another launcher whose
  /// transport is on the module path. Started as none of these, it is a world of one rank.
  ///
  /// Within a job each rank has one world: calling this again returns the same.
  ///
  /// @throws MessageException if the other ranks cannot be reached; the message names them
  /// @throws IllegalArgumentException if what this process was told about its job is wrong
  static Communicator world() {
    return Transports.join();
  }

  /// This rank: 0 to `size() - 1`.
  int rank();

  /// How many ranks there are.
  int size();

  /// Which transport carries the messages, and why that one.
  String explain();

  /// What the program calls it: `world`, or the name of the communicator from which it was made.
  String name();

  /// The same communicator with another name, for messages and logs of the program. Closing either
  /// closes both.
  Communicator withName(String name);

  // ---- objects ---------------------------------------------------------------------------------

  /// The same communicator with another codec for objects. Closing either closes both.
  Communicator withObjects(ObjectCodec codec);

  // ---- all ranks together; beside those of DataOperations ---------------------------------------

  // Each operation must be called by all ranks, with arguments that agree. If not, ranks that can
  // tell throw a CollectiveMismatchException.

  /// Waits until all ranks have come here.
  void barrier();

  /// Starts a barrier.
  ///
  /// @return done when all ranks have come to it
  Request ibarrier();

  /// Sends memory of its own to each rank, and receives into memory of its own from each: as
  /// `MPI_Alltoallw`. A pair of ranks has a type of its own.
  ///
  /// @param send by rank: what goes there
  /// @param receive by rank: as many elements as come from there, of their type; apart from one
  ///   another and from what is sent
  /// @throws IllegalArgumentException if there are more or fewer of one than ranks, or some overlap
  void allToAll(List<? extends Layout> send, List<? extends Layout> receive);

  /// Starts an all-to-all, with the arguments and errors of [#allToAll(List, List)].
  ///
  /// @return done when it would return
  Request iallToAll(List<? extends Layout> send, List<? extends Layout> receive);

  /// Sends memory of its own to each destination of this rank, and receives into memory of its own
  /// from each source: as `MPI_Neighbor_alltoallw`. Memory whose place has nobody stays as it is.
  ///
  /// Waits for neighbours alone.
  ///
  /// @param send by the places of the destinations: what goes there
  /// @param receive by the places of the sources: as many elements as come from there, of their
  ///   type; apart from one another and from what is sent
  /// @param topology of as many ranks as there are here, the same at all of them
  /// @throws IllegalArgumentException if there are more or fewer of one than places, or some
  ///   overlap
  void neighbourAllToAll(
      List<? extends Layout> send, List<? extends Layout> receive, Topology topology);

  /// Starts an all-to-all between neighbours, with the arguments and errors of
  /// [#neighbourAllToAll(List, List, Topology)].
  ///
  /// @return done when it would return
  Request ineighbourAllToAll(
      List<? extends Layout> send, List<? extends Layout> receive, Topology topology);

  /// Brings together, by rank and at all ranks, an object of each, as this communicator's codec
  /// writes and reads it.
  ///
  /// @throws MessageException if a codec cannot write or read one
  List<Object> allGatherObjects(Object mine);

  /// Sends to all ranks an object of `root`, as this communicator's codec writes and reads it.
  ///
  /// @param value at `root` what is sent; not looked at elsewhere
  /// @return at `root` the same object
  /// @throws MessageException if a codec cannot write or read it
  Object broadcastObject(Object value, int root);

  /// Brings together, by rank, an object of each, as this communicator's codec writes and reads it.
  ///
  /// @return at `root` those of all ranks, elsewhere none
  /// @throws MessageException if a codec cannot write or read one
  List<Object> gatherObjects(Object mine, int root);

  /// Deals out, by rank, objects that `root` has, as this communicator's codec writes and reads
  /// them.
  ///
  /// @param all at `root`, `size` of them; not looked at elsewhere
  /// @return this rank's
  /// @throws MessageException if a codec cannot write or read one
  /// @throws IllegalArgumentException at `root`, if there are more or fewer
  Object scatterObjects(List<?> all, int root);

  /// Sends the n-th object of each rank to rank n, as this communicator's codec writes and reads
  /// it.
  ///
  /// @param each `size` of them
  /// @return what the ranks have sent to this one, by rank
  /// @throws MessageException if a codec cannot write or read one
  /// @throws IllegalArgumentException if there are more or fewer
  List<Object> allToAllObjects(List<?> each);

  /// Reduces an object of each rank, in the order of the ranks, as this communicator's codec writes
  /// and reads them.
  ///
  /// What the codec or the operator throws at a rank is thrown there, and told to all ranks that
  /// need its result.
  ///
  /// @param operator associative; it is given results of lower ranks as its first argument, and may
  ///   change both. Like all ranks' objects, what it returns is of the class of `mine`, and not
  ///   null
  /// @return at `root` the result, elsewhere empty
  /// @throws MessageException if another rank cannot combine, write or read an object; the message
  ///   names it
  <T> Optional<T> reduceObjects(T mine, BinaryOperator<T> operator, int root);

  /// Reduces an object of each rank, in the order of the ranks, as this communicator's codec writes
  /// and reads them; all get an equal result.
  ///
  /// What the codec or the operator throws at a rank is thrown there, and told to all.
  ///
  /// @param operator associative; it is given results of lower ranks as its first argument, and may
  ///   change both. Like all ranks' objects, what it returns is of the class of `mine`, and not
  ///   null
  /// @throws MessageException if another rank cannot combine, write or read an object; the message
  ///   names it
  <T> T allReduceObjects(T mine, BinaryOperator<T> operator);

  // ---- other communicators ---------------------------------------------------------------------

  /// The same ranks with messages of their own, which never meet those of this communicator. Called
  /// by all ranks.
  Communicator duplicate();

  /// The ranks that give the same color, with messages of their own. Called by all ranks.
  ///
  /// @param color 0 or more; below 0, this rank takes no part in any
  /// @param key ranks are ordered by it, and by their rank here where it is the same
  /// @return empty if the color is below 0
  Optional<Communicator> split(int color, int key);

  /// The ranks of this one's machine, which may share memory, in the order that they have here.
  /// Called by all ranks. On Linux, containers and namespaces with a host name of their own are
  /// machines of their own.
  Communicator splitByHost();

  /// The ranks of a list, in its order, with messages of their own. Called by these ranks alone,
  /// and by one thread at a time; the others take no notice. Where all ranks come together anyway,
  /// [#split] makes any number of groups at once.
  ///
  /// @param ranks this one among them, each once
  /// @throws IllegalArgumentException if a rank does not exist or is named twice, or this one is
  ///   not named
  /// @throws CollectiveMismatchException if another rank of the list has another list
  Communicator createGroup(int... ranks);

  /// This communicator's ranks and those of another one as two groups that send to each other.
  /// Called by all ranks of both. Their leaders, which a third communicator has in common, tell
  /// each other who they are.
  ///
  /// A leader that names another rank of the other group is told so, if it is the one that the
  /// other leader names. One that names a rank which never comes waits for it, as a receive does.
  ///
  /// @param localLeader a rank of this communicator, the same at all ranks
  /// @param peers at the leader, the communicator that it shares with the other; not looked at
  ///   elsewhere
  /// @param remoteLeader at the leader, the rank of the other in `peers`; not looked at elsewhere
  /// @param tag at the leader, the same as at the other; it keeps creations apart that the same
  ///   leaders are in at once; not looked at elsewhere
  /// @throws IllegalArgumentException if there is no rank `localLeader`; at the leader, if there is
  ///   no rank `remoteLeader`, or it is of this group, the groups have a rank in common, the tag is
  ///   below 0, or `peers` is of another job
  /// @throws CollectiveMismatchException if ranks of a group name different leaders; at both
  ///   leaders, if one of them names a rank of the other group that does not lead it
  /// @throws MessageException at the ranks of a group whose leader has failed; the message says why
  Intercommunicator createIntercommunicator(
      int localLeader, Communicator peers, int remoteLeader, int tag);

  /// Which rank in another communicator of the job a rank of this one is.
  ///
  /// @return empty if it is none of the other
  /// @throws IllegalArgumentException if there is no such rank, or the other communicator is not
  ///   this rank's
  OptionalInt rankIn(Communicator other, int rank);

  // ---- memory of several ranks -----------------------------------------------------------------

  /// A window of memory that each rank has. Called by all ranks.
  ///
  /// @param memory that any thread may write to; [MemorySegment#NULL], or an empty one, exposes
  ///   nothing. It stays until the window is closed
  /// @throws IllegalArgumentException if it is confined to a thread or read-only
  /// @throws IllegalStateException if it has been freed
  Window createWindow(MemorySegment memory);

  /// A window of memory that it allocates, filled with zeros. Called by all ranks.
  ///
  /// @param bytes of this rank's
  /// @throws IllegalArgumentException if it is below 0
  /// @throws MessageException at all ranks if one has not so much memory
  Window allocateWindow(long bytes);

  /// Memory that all ranks see, which are of one machine ([#splitByHost]). Called by all ranks.
  ///
  /// @param bytes of this rank's part
  /// @throws IllegalArgumentException if it is below 0, or ranks are of different machines
  /// @throws MessageException at all ranks if there is not so much memory, or a rank cannot map it
  SharedWindow allocateSharedWindow(long bytes);

  // ---- the end ---------------------------------------------------------------------------------

  /// Ends the job, whatever its ranks do, as after a failure that this rank alone has seen; does
  /// not return.
  ///
  /// Where ranks are processes, or threads of a process that was started for them, this process
  /// ends with the status, and the launcher ends the others: the status is that of `penstock run`,
  /// and of MPI's launcher as far as it passes it on. Shutdown hooks get five seconds; under MPI
  /// none. Where ranks are threads of another program ([io.penstock.message.threads.RankThreads]),
  /// all of them get a [RankFailedException] from what they wait for or start, this one from here.
  ///
  /// @param status 1 to 255
  /// @throws IllegalArgumentException if it is another number; nothing ends then
  void abort(int status);

  /// Ends the use of this communicator by this rank. The world's ends its part in the job, and that
  /// of all communicators made from it: other ranks that wait for its messages are told that it has
  /// left. Further calls do nothing.
  ///
  /// Threads of this rank that wait in one of its operations get an [IllegalStateException] where
  /// it is the world, and where it is another one, once the world is closed: until then they wait
  /// on.
  ///
  /// @throws IllegalStateException if requests were under way; the communicator is closed
  ///   nonetheless, their receives are cancelled, and what they send may never arrive
  @Override
  void close();
}
