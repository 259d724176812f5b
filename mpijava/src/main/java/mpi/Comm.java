package mpi;

import io.penstock.message.Communicator;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Ranks that exchange messages.
///
/// A buffer is an array of the datatype's base type, from the element `offset` on; an array of
/// objects for [MPI#OBJECT]. Messages have a type: to receive another one is an error at the
/// receiver, as is one that is longer than its room. Tags are 0 or more. To [MPI#PROC_NULL] nothing
/// is sent, and from it an empty message comes at once.
///
/// Any thread may send and receive at any time.
///
/// Every method throws an [MPIException] before [MPI#Init] and after [MPI#Finalize], for a rank
/// that does not exist, a negative tag or count, and a buffer that is too short or of another type,
/// and once a rank of the job has failed.
@SuppressWarnings({
  "MemberName",
  "exports"
}) // the names of mpiJava; annotations that a program may do without
public abstract sealed class Comm permits Intracomm, Intercomm {
  /// What a process can end with, as a mask.
  private static final int EXIT_STATUSES = 255;

  private final Supplier<Context> context;

  /// @param context the calling rank's, which may be one of several in this JVM
  Comm(Supplier<Context> context) {
    this.context = context;
  }

  Context context() {
    return context.get();
  }

  Supplier<Context> contexts() {
    return context;
  }

  // ---- what it is ------------------------------------------------------------------------------

  /// How many ranks there are; in an intercommunicator, in the caller's group.
  public int Size() throws MPIException {
    return context().group().size();
  }

  /// The caller's number.
  public int Rank() throws MPIException {
    return context().group().rankOf(RankState.current().rank());
  }

  /// The ranks; of an intercommunicator, those of the caller's group.
  public Group Group() throws MPIException {
    return context().group();
  }

  /// Compares two communicators.
  ///
  /// @return [MPI#IDENT] for one and the same, [MPI#CONGRUENT] for the same ranks in the same
  ///   order, [MPI#SIMILAR] for the same ranks, else [MPI#UNEQUAL]
  public static int Compare(Comm comm1, Comm comm2) throws MPIException {
    if (comm1 == comm2) {
      return MPI.IDENT;
    }
    if (comm1.Test_inter() != comm2.Test_inter()) {
      return MPI.UNEQUAL;
    }
    int own = congruence(comm1.context().group(), comm2.context().group());
    int peers = congruence(comm1.context().peers(), comm2.context().peers());
    if (own == MPI.UNEQUAL || peers == MPI.UNEQUAL) {
      return MPI.UNEQUAL;
    }
    return own == peers ? own : MPI.SIMILAR;
  }

  private static int congruence(Group one, Group other) {
    int compared = Group.Compare(one, other);
    return compared == MPI.IDENT ? MPI.CONGRUENT : compared;
  }

  /// Whether its messages go from one group to another.
  public boolean Test_inter() throws MPIException {
    return false;
  }

  /// The kind of its topology: [MPI#CART], [MPI#GRAPH] or [MPI#UNDEFINED].
  public int Topo_test() throws MPIException {
    return MPI.UNDEFINED;
  }

  /// Another one of the same ranks. All of them call it.
  ///
  /// @return an object of the same class
  @Override
  @SuppressWarnings("super") // a communicator is made by all of its ranks, not copied
  public abstract Object clone() throws MPIException;

  /// Ends its use by the calling rank.
  ///
  /// @throws MPIException if it is the world or that of the rank alone, or sends and receives are
  ///   under way
  public void Free() throws MPIException {
    if (this == MPI.COMM_WORLD || this == MPI.COMM_SELF) {
      throw new MPIException("COMM_WORLD and COMM_SELF end in MPI.Finalize");
    }
    MPIException.telling(context()::close);
  }

  /// Ends the job, whatever its ranks do, as [Communicator#abort] does.
  ///
  /// @param errorcode the exit status, of which the lowest eight bits count; 1 if they are 0, since
  ///   the job has failed
  public void Abort(int errorcode) throws MPIException {
    int status = errorcode & EXIT_STATUSES;
    RankState.current().world().ranks().abort(status == 0 ? 1 : status);
  }

  /// Makes a communicator between two groups. Each rank of both calls it on a communicator to which
  /// the two leaders belong.
  ///
  /// @param local_comm the communicator of the caller's group
  /// @param local_leader the rank in it that speaks for it
  /// @param remote_leader the rank in this communicator that speaks for the other group
  /// @param tag of the messages that the leaders exchange here
  /// @throws MPIException if there are no such leaders, or the groups have a rank in common
  public Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag)
      throws MPIException {
    return Intercomm.of(this, local_comm, local_leader, remote_leader, tag);
  }

  /// What belongs to a key.
  ///
  /// @param keyval [MPI#TAG_UB], [MPI#HOST] or [MPI#IO]
  /// @return null if there is nothing
  public @Nullable Object Attr_get(int keyval) throws MPIException {
    if (keyval == MPI.TAG_UB) {
      return Integer.MAX_VALUE;
    }
    if (keyval == MPI.HOST) {
      return MPI.PROC_NULL;
    }
    return keyval == MPI.IO ? RankState.current().rank() : null;
  }

  /// Does nothing: the standard keys stay, and there are no others.
  public void Attr_delete(int keyval) throws MPIException {}

  // ---- sends -----------------------------------------------------------------------------------

  /// Sends, and returns when the array may be changed again.
  public void Send(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    post(SendMode.STANDARD, TypedRange.of(buf, offset, count, datatype), dest, tag);
  }

  /// Copies the message to the buffer that was attached by [MPI#Buffer_attach], and returns.
  ///
  /// @throws MPIException if the buffer has no room for it
  public void Bsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    post(SendMode.BUFFERED, TypedRange.of(buf, offset, count, datatype), dest, tag);
  }

  /// Sends, and returns when the receiver has begun to receive.
  public void Ssend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    post(SendMode.SYNCHRONOUS, TypedRange.of(buf, offset, count, datatype), dest, tag);
  }

  /// The same as [#Send].
  public void Rsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    post(SendMode.STANDARD, TypedRange.of(buf, offset, count, datatype), dest, tag);
  }

  /// Starts a [#Send].
  public Request Isend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return new Request(
        start(SendMode.STANDARD, TypedRange.of(buf, offset, count, datatype), dest, tag));
  }

  /// Starts a [#Bsend].
  public Request Ibsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return new Request(
        start(SendMode.BUFFERED, TypedRange.of(buf, offset, count, datatype), dest, tag));
  }

  /// Starts an [#Ssend].
  public Request Issend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return new Request(
        start(SendMode.SYNCHRONOUS, TypedRange.of(buf, offset, count, datatype), dest, tag));
  }

  /// Starts an [#Rsend].
  public Request Irsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return new Request(
        start(SendMode.STANDARD, TypedRange.of(buf, offset, count, datatype), dest, tag));
  }

  /// A [#Send] that can be started again and again.
  public Prequest Send_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return persistent(SendMode.STANDARD, TypedRange.of(buf, offset, count, datatype), dest, tag);
  }

  /// A [#Bsend] that can be started again and again.
  public Prequest Bsend_init(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
    return persistent(SendMode.BUFFERED, TypedRange.of(buf, offset, count, datatype), dest, tag);
  }

  /// An [#Ssend] that can be started again and again.
  public Prequest Ssend_init(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
    return persistent(SendMode.SYNCHRONOUS, TypedRange.of(buf, offset, count, datatype), dest, tag);
  }

  /// An [#Rsend] that can be started again and again.
  public Prequest Rsend_init(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
    return persistent(SendMode.STANDARD, TypedRange.of(buf, offset, count, datatype), dest, tag);
  }

  private enum SendMode {
    STANDARD,
    SYNCHRONOUS,
    BUFFERED
  }

  private Prequest persistent(SendMode mode, TypedRange range, int destination, int tag) {
    requireRank(destination);
    requireTag(tag);
    return new Prequest(() -> start(mode, range, destination, tag));
  }

  private void requireRank(int rank) {
    if (rank != MPI.PROC_NULL) {
      context().beneath(rank);
    }
  }

  private static void requireTag(int tag) {
    if (tag < 0) {
      throw new MPIException("tag " + tag + ": tags of messages are 0 or more");
    }
  }

  private void post(SendMode mode, TypedRange range, int destination, int tag) {
    requireTag(tag);
    if (destination == MPI.PROC_NULL) {
      return;
    }
    if (mode == SendMode.BUFFERED) {
      buffer(range, destination, tag);
      return;
    }
    Context here = context();
    int to = here.beneath(destination);
    try (MessageContent content = MessageContent.of(range)) {
      if (mode == SendMode.SYNCHRONOUS) {
        content.synchronousSend(here.messages(), to, tag);
      } else {
        content.send(here.messages(), to, tag);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  private void buffer(TypedRange range, int destination, int tag) {
    Context here = context();
    int to = here.beneath(destination);
    long bytes = range.base().isObject() ? 0 : range.bytes();
    MPIException.telling(
        () ->
            RankState.current()
                .sendBuffered(MessageContent.copyOf(range), bytes, here.messages(), to, tag));
  }

  private Operation start(SendMode mode, TypedRange range, int destination, int tag) {
    requireTag(tag);
    if (destination == MPI.PROC_NULL) {
      return Operation.done(Status.ofNoRank());
    }
    if (mode == SendMode.BUFFERED) {
      buffer(range, destination, tag);
      return Operation.done(new Status());
    }
    Context here = context();
    int to = here.beneath(destination);
    MessageContent content = MPIException.telling(() -> MessageContent.of(range));
    try {
      return Operation.sending(
          mode == SendMode.SYNCHRONOUS
              ? content.isynchronousSend(here.messages(), to, tag)
              : content.isend(here.messages(), to, tag),
          content);
    } catch (RuntimeException e) {
      content.close();
      throw MPIException.of(e);
    }
  }

  // ---- receives --------------------------------------------------------------------------------

  /// Receives a message.
  ///
  /// @param source a rank, or [MPI#ANY_SOURCE]
  /// @param tag a tag, or [MPI#ANY_TAG]
  public Status Recv(Object buf, int offset, int count, Datatype datatype, int source, int tag)
      throws MPIException {
    TypedRange range = TypedRange.of(buf, offset, count, datatype);
    requireWantedTag(tag);
    if (source == MPI.PROC_NULL) {
      return Status.ofNoRank();
    }
    Context here = context();
    int from = here.sourceBeneath(source);
    try (MessageContent room = MessageContent.room(range)) {
      io.penstock.message.Status message =
          room.receive(here.messages(), from, Context.tagBeneath(tag));
      return Status.of(message, message.source(), room.received(message)).inItems(room.itemSize());
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /// Starts a [#Recv].
  public Request Irecv(Object buf, int offset, int count, Datatype datatype, int source, int tag)
      throws MPIException {
    return new Request(startReceive(TypedRange.of(buf, offset, count, datatype), source, tag));
  }

  /// A [#Recv] that can be started again and again.
  public Prequest Recv_init(
      Object buf, int offset, int count, Datatype datatype, int source, int tag)
      throws MPIException {
    TypedRange range = TypedRange.of(buf, offset, count, datatype);
    if (source != MPI.ANY_SOURCE) {
      requireRank(source);
    }
    requireWantedTag(tag);
    return new Prequest(() -> startReceive(range, source, tag));
  }

  private static void requireWantedTag(int tag) {
    if (tag != MPI.ANY_TAG) {
      requireTag(tag);
    }
  }

  private Operation startReceive(TypedRange range, int source, int tag) {
    requireWantedTag(tag);
    if (source == MPI.PROC_NULL) {
      return Operation.done(Status.ofNoRank());
    }
    Context here = context();
    int from = here.sourceBeneath(source);
    MessageContent room = MPIException.telling(() -> MessageContent.room(range));
    try {
      return Operation.receiving(
          room.ireceive(here.messages(), from, Context.tagBeneath(tag)), room);
    } catch (RuntimeException e) {
      room.close();
      throw MPIException.of(e);
    }
  }

  /// Waits for a message that a receive would take, and leaves it there.
  ///
  /// @param source a rank, or [MPI#ANY_SOURCE]
  /// @param tag a tag, or [MPI#ANY_TAG]
  public Status Probe(int source, int tag) throws MPIException {
    requireWantedTag(tag);
    if (source == MPI.PROC_NULL) {
      return Status.ofNoRank();
    }
    Context here = context();
    int from = here.sourceBeneath(source);
    return found(MPIException.telling(() -> here.messages().probe(from, Context.tagBeneath(tag))));
  }

  /// Looks for a message that a receive would take, and leaves it there; does not wait.
  ///
  /// @param source a rank, or [MPI#ANY_SOURCE]
  /// @param tag a tag, or [MPI#ANY_TAG]
  /// @return null if none has come yet
  public @Nullable Status Iprobe(int source, int tag) throws MPIException {
    requireWantedTag(tag);
    if (source == MPI.PROC_NULL) {
      return Status.ofNoRank();
    }
    Context here = context();
    int from = here.sourceBeneath(source);
    Optional<io.penstock.message.Status> message =
        MPIException.telling(() -> here.messages().iprobe(from, Context.tagBeneath(tag)));
    return message.isEmpty() ? null : found(message.get());
  }

  private static Status found(io.penstock.message.Status message) {
    return Status.of(message, message.source(), MPI.UNDEFINED);
  }

  // ---- both ------------------------------------------------------------------------------------

  /// Sends to one rank while it receives from another, or the same, whatever the order there.
  ///
  /// @return that of what was received
  public Status Sendrecv(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      int dest,
      int sendtag,
      Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int source,
      int recvtag)
      throws MPIException {
    TypedRange sent = TypedRange.of(sendbuf, sendoffset, sendcount, sendtype);
    TypedRange room = TypedRange.of(recvbuf, recvoffset, recvcount, recvtype);
    return exchange(() -> MessageContent.of(sent), dest, sendtag, room, source, recvtag);
  }

  /// Sends what an array has while it receives the next content of the same elements.
  ///
  /// @return that of what was received
  public Status Sendrecv_replace(
      Object buf,
      int offset,
      int count,
      Datatype datatype,
      int dest,
      int sendtag,
      int source,
      int recvtag)
      throws MPIException {
    TypedRange range = TypedRange.of(buf, offset, count, datatype);
    return exchange(() -> MessageContent.copyOf(range), dest, sendtag, range, source, recvtag);
  }

  // What could be refused of the send is, before the receive takes a message.
  private Status exchange(
      Supplier<MessageContent> sent, int dest, int sendtag, TypedRange room, int source, int tag) {
    requireTag(sendtag);
    if (dest == MPI.PROC_NULL) {
      return new Request(startReceive(room, source, tag)).Wait();
    }
    Context here = context();
    int to = here.beneath(dest);
    try (MessageContent content = MPIException.telling(sent)) {
      Request receive = new Request(startReceive(room, source, tag));
      try {
        content.send(here.messages(), to, sendtag);
      } catch (RuntimeException e) {
        giveUp(receive, e);
        throw MPIException.of(e);
      }
      return receive.Wait();
    }
  }

  private static void giveUp(Request receive, RuntimeException failure) {
    try {
      receive.Free();
    } catch (MPIException e) {
      failure.addSuppressed(e);
    }
  }

  // ---- packing ---------------------------------------------------------------------------------

  /// How many bytes items take when they are packed.
  ///
  /// @throws MPIException for objects, whose size shows when they are packed
  public int Pack_size(int incount, Datatype datatype) throws MPIException {
    return PackedItems.size(incount, datatype);
  }

  /// Packs items into an array of bytes.
  ///
  /// @param position the index of their first byte
  /// @return the index after their last byte
  /// @throws MPIException if the array is too short
  public int Pack(
      Object inbuf, int offset, int incount, Datatype datatype, byte[] outbuf, int position)
      throws MPIException {
    return PackedItems.pack(TypedRange.of(inbuf, offset, incount, datatype), outbuf, position);
  }

  /// Unpacks items from an array of bytes.
  ///
  /// @param position the index of their first byte
  /// @return the index after their last byte
  /// @throws MPIException if the array is too short
  public int Unpack(
      byte[] inbuf, int position, Object outbuf, int offset, int outcount, Datatype datatype)
      throws MPIException {
    return PackedItems.unpack(inbuf, position, TypedRange.of(outbuf, offset, outcount, datatype));
  }

  /// The communicator beneath, for the calls that all ranks make together.
  Communicator ranks() {
    return context().ranks();
  }
}
