package io.penstock.message;

import io.penstock.object.ObjectCodec;
import java.util.List;
import java.util.Optional;

/// Ranks that exchange messages: `size` of them, each with a number, its rank.
///
/// **Data** is memory that the caller owns, and is named alike in all operations:
///
/// | data | is |
/// |---|---|
/// | `byte[]`, `short[]`, `char[]`, `int[]`, `long[]`, `float[]`, `double[]` | all its elements |
/// | [Elements] | some of an array's elements, or a segment's as elements of a type |
/// | [java.lang.foreign.MemorySegment] | its bytes |
/// | [io.penstock.memory.Lease] | the bytes of its segment; pinned meanwhile |
/// | [MessageBuffer] | a message that is committed, or room for one; held meanwhile. Not where elements are cut up or combined |
///
/// Anything else is an [IllegalArgumentException] that says what to use instead. A message carries
/// the type of its elements: to receive it as another is an error at the receiver, as is one that
/// is longer than its room. Elements arrive in the receiver's byte order. All lengths are `long`.
///
/// **Order**: messages from one rank to another are received in the order in which they were sent,
/// as far as a receive wants them. **Tags** are 0 or more and mean what the program likes.
///
/// What nobody receives yet stays with its sender once much lies at the receiver, however short it
/// is: then a blocking send waits. How many messages and receives are outstanding does not change
/// what it costs to match one.
///
/// **Threads**: safe for any number of them; but in one communicator only one may be in a
/// collective operation at a time. Others use a [#duplicate]. An interrupt ends no wait: the thread
/// is still interrupted afterwards.
///
/// **Errors** beside those of each operation: [IllegalStateException] after [#close];
/// [RankFailedException] once a rank of the job is gone, at every rank and from any operation that
/// waits or is started; [MessageException] from an operation that can never end because its peer
/// has left the job in good order; so does waiting for a message from any rank, and for nothing
/// else, once all others of the communicator have left, as long as one thread alone has sent and
/// received (another one may yet send to its own rank); [IllegalArgumentException] for ranks that
/// do not exist and tags below 0; [WrongThreadException] for memory that is confined to another
/// thread.
public interface Communicator extends AutoCloseable {
  /// As source: any rank.
  int ANY_SOURCE = -1;

  /// As tag of a receive: any tag.
  int ANY_TAG = -1;

  /// All ranks of the job that the calling thread belongs to, by how it was started: as a thread of
  /// a JVM that runs all ranks, as a process under `penstock run`, or under another launcher whose
  /// transport is on the module path. Started as none of these, it is a world of one rank.
  ///
  /// Within a job each rank has one world: calling this again returns the same.
  ///
  /// @throws MessageException if the other ranks cannot be reached; the message names them
  /// @throws IllegalArgumentException if what this process was told about its job is wrong
  static Communicator world() {
    return Worlds.join();
  }

  /// This rank: 0 to `size() - 1`.
  int rank();

  /// How many ranks there are.
  int size();

  /// Which transport carries the messages, and why that one.
  String explain();

  // ---- messages between two ranks --------------------------------------------------------------

  /// Sends, and returns when the memory may be changed again: the message has been received, or was
  /// taken over to be delivered later. A program that relies on the latter may hang.
  void send(Object data, int destination, int tag);

  /// Sends, and returns when the memory may be changed again and the receiver has begun to receive.
  void synchronousSend(Object data, int destination, int tag);

  /// Starts a send.
  ///
  /// @return done when the memory may be changed again
  Request isend(Object data, int destination, int tag);

  /// Starts a send.
  ///
  /// @return done when the memory may be changed again and the receiver has begun to receive
  Request isynchronousSend(Object data, int destination, int tag);

  /// Receives a message.
  ///
  /// @param data where it goes: room for as many elements, or more
  /// @param source a rank, or [#ANY_SOURCE]
  /// @param tag a tag, or [#ANY_TAG]
  /// @throws MessageException if the message has elements of another type, or more of them than
  ///   there is room for: then it is lost
  Status receive(Object data, int source, int tag);

  /// Starts a receive.
  ///
  /// @param data where the message goes: room for as many elements, or more
  /// @param source a rank, or [#ANY_SOURCE]
  /// @param tag a tag, or [#ANY_TAG]
  Request ireceive(Object data, int source, int tag);

  /// Sends to one rank while it receives from another, or the same, whatever the order there.
  ///
  /// @param room where the message goes, apart from what is sent
  /// @throws IllegalArgumentException if both overlap
  Status sendReceive(
      Object data, int destination, int sendTag, Object room, int source, int receiveTag);

  /// Waits for a message that a receive would take, and leaves it there.
  ///
  /// @param source a rank, or [#ANY_SOURCE]
  /// @param tag a tag, or [#ANY_TAG]
  /// @return what it is; a receive from its source with its tag takes it, unless another thread
  ///   comes first
  Status probe(int source, int tag);

  /// Looks for a message that a receive would take, and leaves it there; does not wait.
  ///
  /// @param source a rank, or [#ANY_SOURCE]
  /// @param tag a tag, or [#ANY_TAG]
  /// @return what it is; empty if none has come yet
  Optional<Status> iprobe(int source, int tag);

  /// A queue for requests of this rank, of this communicator or any other of the job.
  <T> CompletionQueue<T> completionQueue();

  // ---- objects ---------------------------------------------------------------------------------

  /// The same communicator with another codec for objects. Closing either closes both.
  Communicator withObjects(ObjectCodec codec);

  /// Sends an object as this communicator's codec writes it.
  ///
  /// @throws MessageException if the codec cannot write it; the message names the class
  void sendObject(Object value, int destination, int tag);

  /// Receives an object as this communicator's codec reads it.
  ///
  /// @param source a rank, or [#ANY_SOURCE]
  /// @param tag a tag, or [#ANY_TAG]
  /// @throws MessageException if the message is no object, or the codec does not allow it
  Object receiveObject(int source, int tag);

  // ---- all ranks together ----------------------------------------------------------------------

  // Each operation must be called by all ranks, with arguments that agree. If not, ranks that can
  // tell throw a CollectiveMismatchException.

  /// Waits until all ranks have come here.
  void barrier();

  /// Sends to all ranks what `root` has.
  ///
  /// @param data at `root` what is sent, elsewhere where it goes: as many elements
  void broadcast(Object data, int root);

  /// Brings together, by rank, what all ranks send.
  ///
  /// @param mine as many elements at each rank
  /// @param all at `root`, `size` times as many; not looked at elsewhere. What `root` sends may
  ///   already be in its place.
  void gather(Object mine, Object all, int root);

  /// Brings together what all ranks send.
  ///
  /// @param mine as many elements as the rank's share has
  /// @param all at `root`, where the shares are; not looked at elsewhere. What `root` sends may
  ///   already be in its place.
  /// @param shares in `all`, without overlap; not looked at elsewhere
  void gather(Object mine, Object all, Shares shares, int root);

  /// Deals out, by rank, what `root` has.
  ///
  /// @param all at `root`, `size` times as many elements; not looked at elsewhere
  /// @param mine as many at each rank. At `root` it may be its place in `all`.
  void scatter(Object all, Object mine, int root);

  /// Deals out what `root` has.
  ///
  /// @param all at `root`, where the shares are; not looked at elsewhere
  /// @param shares in `all`; not looked at elsewhere
  /// @param mine as many elements as the rank's share has. At `root` it may be its place in `all`.
  void scatter(Object all, Shares shares, Object mine, int root);

  /// Brings together, by rank and at all ranks, what all ranks send.
  ///
  /// @param mine as many elements at each rank; may already be in its place
  /// @param all `size` times as many
  void allGather(Object mine, Object all);

  /// Brings together, at all ranks, what all ranks send.
  ///
  /// @param mine as many elements as the rank's share has; may already be in its place
  /// @param shares in `all`, without overlap; the same at all ranks
  void allGather(Object mine, Object all, Shares shares);

  /// Sends the n-th part of what each rank has to rank n.
  ///
  /// @param send `size` parts of the same length at all ranks
  /// @param receive as many elements, apart from `send`
  void allToAll(Object send, Object receive);

  /// Sends a share of what each rank has to each rank.
  ///
  /// @param sent how many elements go to which rank
  /// @param receive apart from `send`
  /// @param received how many elements come from which rank: as many as it sends; without overlap
  void allToAll(Object send, Shares sent, Object receive, Shares received);

  /// Reduces, place by place, what all ranks send.
  ///
  /// @param send as many elements of a type at each rank
  /// @param receive at `root`, as many, the same memory or apart from it; not looked at elsewhere
  /// @throws IllegalArgumentException if the reduction is not defined for the type
  void reduce(Object send, Object receive, Reduction reduction, int root);

  /// Reduces, place by place, what all ranks send; all get the same.
  ///
  /// @param send as many elements of a type at each rank
  /// @param receive as many, the same memory or apart from it
  /// @throws IllegalArgumentException if the reduction is not defined for the type
  void allReduce(Object send, Object receive, Reduction reduction);

  /// Reduces, place by place, what all ranks send, and deals it out.
  ///
  /// @param send as many elements as all shares have together
  /// @param receive as many as the rank's share has, apart from `send`
  /// @param shares of the result, one after the other without gaps; the same at all ranks
  /// @throws IllegalArgumentException if the reduction is not defined for the type, or there are
  ///   gaps
  void reduceScatter(Object send, Object receive, Shares shares, Reduction reduction);

  /// Reduces, place by place, what the ranks up to each send.
  ///
  /// @param send as many elements of a type at each rank
  /// @param receive as many, the same memory or apart from it
  /// @throws IllegalArgumentException if the reduction is not defined for the type
  void scan(Object send, Object receive, Reduction reduction);

  /// Reduces, place by place, what the ranks below each send.
  ///
  /// @param send as many elements of a type at each rank
  /// @param receive as many, the same memory or apart from it; at rank 0 it stays as it is
  /// @throws IllegalArgumentException if the reduction is not defined for the type
  void exclusiveScan(Object send, Object receive, Reduction reduction);

  /// Brings together, by rank and at all ranks, an object of each, as this communicator's codec
  /// writes and reads it.
  ///
  /// @throws MessageException if a codec cannot write or read one
  List<Object> allGatherObjects(Object mine);

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

  /// Ends the use of this communicator by this rank. The world's ends its part in the job, and that
  /// of all communicators made from it: other ranks that wait for its messages are told that it has
  /// left. Further calls do nothing.
  ///
  /// @throws IllegalStateException if requests were under way; the communicator is closed
  ///   nonetheless, their receives are cancelled, and what they send may never arrive
  @Override
  void close();
}
