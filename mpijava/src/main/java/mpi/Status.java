package mpi;

import io.penstock.message.MessageKind;

/// The description of a message that was received or found, or of a request that is done.
@SuppressWarnings("MemberName") // the names of mpiJava
public final class Status {
  /// The sender's rank.
  public int source;

  /// The message's tag.
  public int tag;

  /// The index of the request in the array that was passed to `Waitany` and its like.
  public int index;

  /// The number of items received.
  public int count;

  /// The number of elements received; [MPI#UNDEFINED] for objects that were only looked at.
  public int numEls;

  /// The size of the message.
  public int countInBytes;

  private final MessageKind kind;
  private final boolean cancelled;

  /// A status of nothing.
  public Status() {
    this(MPI.ANY_SOURCE, MPI.ANY_TAG, MessageKind.BYTES, 0, false);
  }

  private Status(int source, int tag, MessageKind kind, int bytes, boolean cancelled) {
    this.source = source;
    this.tag = tag;
    this.kind = kind;
    this.countInBytes = bytes;
    this.cancelled = cancelled;
  }

  static Status cancelled() {
    return new Status(MPI.ANY_SOURCE, MPI.ANY_TAG, MessageKind.BYTES, 0, true);
  }

  /// That of a message to or from no rank.
  static Status ofNoRank() {
    return new Status(MPI.PROC_NULL, MPI.ANY_TAG, MessageKind.BYTES, 0, false);
  }

  /// That of a message.
  ///
  /// @param source its sender in the program's communicator
  /// @param objects how many there are, or [MessageContent#UNCOUNTED]
  static Status of(io.penstock.message.Status message, int source, int objects) {
    Status status =
        new Status(
            source,
            message.tag(),
            message.kind(),
            (int) Math.min(message.bytes(), Integer.MAX_VALUE),
            false);
    boolean counted = message.kind() != MessageKind.BUFFER;
    status.numEls = counted ? (int) Math.min(message.count(), Integer.MAX_VALUE) : objects;
    status.count = status.numEls;
    return status;
  }

  /// The same, counted in items.
  Status inItems(int size) {
    count = numEls == MPI.UNDEFINED ? MPI.UNDEFINED : numEls / size;
    return this;
  }

  Status at(int request) {
    index = request;
    return this;
  }

  /// How many items of a datatype the message has.
  ///
  /// @return [MPI#UNDEFINED] if it has no whole number of them, or elements of another type, or
  ///   objects that have not been received
  public int Get_count(Datatype datatype) throws MPIException {
    int elements = Get_elements(datatype);
    int size = datatype.layout().size();
    if (size == 0) {
      return elements == 0 ? 0 : MPI.UNDEFINED;
    }
    return elements % size == 0 ? elements / size : MPI.UNDEFINED;
  }

  /// How many elements of a datatype's base type the message has.
  ///
  /// @return [MPI#UNDEFINED] if it has elements of another type, or objects that have not been
  ///   received
  public int Get_elements(Datatype datatype) throws MPIException {
    BaseType base = datatype.base();
    if (countInBytes == 0) {
      return 0;
    }
    if (base.isObject() || kind == MessageKind.BUFFER) {
      return base.isObject() && kind == MessageKind.BUFFER ? numEls : MPI.UNDEFINED;
    }
    boolean same = MessageKind.of(base.carrier()) == kind;
    boolean untyped = kind == MessageKind.BYTES || base == BaseType.PACKED;
    return (same || untyped) && countInBytes % base.bytes() == 0
        ? countInBytes / base.bytes()
        : MPI.UNDEFINED;
  }

  /// Whether the request was cancelled before a message met it.
  public boolean Test_cancelled() throws MPIException {
    return cancelled;
  }

  /// Does nothing: the garbage collector frees statuses.
  public void free() {}
}
