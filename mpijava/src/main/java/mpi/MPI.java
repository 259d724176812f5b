package mpi;

import io.penstock.message.Reduction;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/// The message passing of mpiJava 1.2, as MPJ Express has it, over Penstock's communicators.
///
/// ```java
/// public static void main(String[] args) {
///   args = MPI.Init(args);
///   int me = MPI.COMM_WORLD.Rank();
///   int[] sum = new int[1];
///   MPI.COMM_WORLD.Allreduce(new int[] {me}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
///   MPI.Finalize();
/// }
/// ```
///
/// The program runs as `penstock run -n 4 -cp PATH Main` starts it, over threads, TCP or MPI, and
/// under MPI's launcher; started in another way it is the only rank.
///
/// Every error is an [MPIException]. All constants are the same objects for ranks that are threads
/// of one JVM: what a communicator is depends on the thread that asks.
@SuppressWarnings("MemberName") // the names of mpiJava
public final class MPI {
  /// What a number is that does not exist.
  public static final int UNDEFINED = -1;

  /// As the source of a receive: any rank.
  public static final int ANY_SOURCE = -2;

  /// As the tag of a receive: any tag.
  public static final int ANY_TAG = -2;

  /// No rank. [Cartcomm#Shift] returns it beyond an open edge.
  public static final int PROC_NULL = -1;

  /// Of a comparison: one and the same.
  public static final int IDENT = 0;

  /// Of a comparison of groups: the same ranks in another order.
  public static final int SIMILAR = 1;

  /// Of a comparison: different ranks.
  public static final int UNEQUAL = 2;

  /// Of a comparison of communicators: the same ranks in the same order.
  public static final int CONGRUENT = 3;

  /// The topology of a [Graphcomm].
  public static final int GRAPH = 1;

  /// The topology of a [Cartcomm].
  public static final int CART = 2;

  /// The key of the largest tag.
  public static final int TAG_UB = 1;

  /// The key of the host's rank.
  public static final int HOST = 2;

  /// The key of a rank that can read and write files.
  public static final int IO = 3;

  /// A level of thread support: one thread.
  public static final int THREAD_SINGLE = 1;

  /// A level of thread support: one thread calls.
  public static final int THREAD_FUNNELED = 2;

  /// A level of thread support: one thread at a time calls.
  public static final int THREAD_SERIALIZED = 3;

  /// A level of thread support: any thread calls at any time.
  public static final int THREAD_MULTIPLE = 4;

  /// Bytes of the attached buffer that a buffered send takes beside its message.
  public static final int BSEND_OVERHEAD = 0;

  /// Bytes that a send takes beside its message.
  public static final int SEND_OVERHEAD = 0;

  /// Bytes that a receive takes beside its message.
  public static final int RECV_OVERHEAD = 0;

  /// How many processors this machine has.
  public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

  /// No elements.
  public static final Datatype NULL = Datatype.bare(TypeMap.EMPTY);

  /// Elements of `byte[]`.
  public static final Datatype BYTE = Datatype.basic(BaseType.BYTE);

  /// Elements of `char[]`.
  public static final Datatype CHAR = Datatype.basic(BaseType.CHAR);

  /// Elements of `short[]`.
  public static final Datatype SHORT = Datatype.basic(BaseType.SHORT);

  /// Elements of `boolean[]`.
  public static final Datatype BOOLEAN = Datatype.basic(BaseType.BOOLEAN);

  /// Elements of `int[]`.
  public static final Datatype INT = Datatype.basic(BaseType.INT);

  /// Elements of `long[]`.
  public static final Datatype LONG = Datatype.basic(BaseType.LONG);

  /// Elements of `float[]`.
  public static final Datatype FLOAT = Datatype.basic(BaseType.FLOAT);

  /// Elements of `double[]`.
  public static final Datatype DOUBLE = Datatype.basic(BaseType.DOUBLE);

  /// Bytes of a `byte[]` that [Comm#Pack] wrote.
  public static final Datatype PACKED = Datatype.basic(BaseType.PACKED);

  /// The lower bound of a [Datatype#Struct].
  public static final Datatype LB = Datatype.bare(TypeMap.LOWER);

  /// The upper bound of a [Datatype#Struct].
  public static final Datatype UB = Datatype.bare(TypeMap.UPPER);

  /// Elements of an array of objects of any serializable classes; see the module's description.
  public static final Datatype OBJECT = Datatype.basic(BaseType.OBJECT);

  /// Pairs in a `short[]`, for [#MAXLOC] and [#MINLOC].
  public static final Datatype SHORT2 = Datatype.Contiguous(2, SHORT);

  /// Pairs in an `int[]`, for [#MAXLOC] and [#MINLOC].
  public static final Datatype INT2 = Datatype.Contiguous(2, INT);

  /// Pairs in a `long[]`, for [#MAXLOC] and [#MINLOC].
  public static final Datatype LONG2 = Datatype.Contiguous(2, LONG);

  /// Pairs in a `float[]`, for [#MAXLOC] and [#MINLOC].
  public static final Datatype FLOAT2 = Datatype.Contiguous(2, FLOAT);

  /// Pairs in a `double[]`, for [#MAXLOC] and [#MINLOC].
  public static final Datatype DOUBLE2 = Datatype.Contiguous(2, DOUBLE);

  /// The larger.
  public static final Op MAX = Op.predefined("MAX", Reduction.MAXIMUM, BaseType::isNumber);

  /// The smaller.
  public static final Op MIN = Op.predefined("MIN", Reduction.MINIMUM, BaseType::isNumber);

  /// The sum.
  public static final Op SUM = Op.predefined("SUM", Reduction.SUM, BaseType::isNumber);

  /// The product.
  public static final Op PROD = Op.predefined("PROD", Reduction.PRODUCT, BaseType::isNumber);

  /// Whether both are true, or other than 0.
  public static final Op LAND = Op.predefined("LAND", Reduction.LOGICAL_AND, BaseType::isLogical);

  /// The bits that are set in both.
  public static final Op BAND = Op.predefined("BAND", Reduction.AND, BaseType::isLogical);

  /// Whether one is true, or other than 0, or both.
  public static final Op LOR = Op.predefined("LOR", Reduction.LOGICAL_OR, BaseType::isLogical);

  /// The bits that are set in one or both.
  public static final Op BOR = Op.predefined("BOR", Reduction.OR, BaseType::isLogical);

  /// Whether just one is true, or other than 0.
  public static final Op LXOR = Op.predefined("LXOR", Reduction.LOGICAL_XOR, BaseType::isLogical);

  /// The bits that are set in just one.
  public static final Op BXOR = Op.predefined("BXOR", Reduction.XOR, BaseType::isLogical);

  /// Of pairs (value, place): that with the largest value, and the smallest place among equal ones.
  public static final Op MAXLOC =
      Op.predefined("MAXLOC", Reduction.MAXIMUM_PLACE, BaseType::isNumber);

  /// Of pairs (value, place): that with the smallest value, and the smallest place among equal
  /// ones.
  public static final Op MINLOC =
      Op.predefined("MINLOC", Reduction.MINIMUM_PLACE, BaseType::isNumber);

  /// All ranks of the job.
  public static final Intracomm COMM_WORLD = new Intracomm(() -> RankState.current().world());

  /// The calling rank alone.
  public static final Comm COMM_SELF = new Intracomm(() -> RankState.current().self());

  /// No communicator: every call fails.
  public static final Comm COMM_NULL = new Intracomm(MPI::nothing);

  /// A group without ranks.
  public static final Group GROUP_EMPTY = Group.of();

  /// No group.
  public static final Group GROUP_NULL = Group.of();

  /// A request that is not active.
  public static final Request REQUEST_NULL = new Request(null);

  /// The status of a request that is not active.
  public static final Status EMPTY_STATUS = new Status();

  /// Of no effect: every error is an exception.
  public static final Errhandler ERRORS_ARE_FATAL = new Errhandler("ERRORS_ARE_FATAL");

  /// Of no effect: every error is an exception.
  public static final Errhandler ERRORS_RETURN = new Errhandler("ERRORS_RETURN");

  private MPI() {}

  private static Context nothing() {
    throw new MPIException("MPI.COMM_NULL is no communicator");
  }

  /// Starts the calling rank. All ranks of the job call it, each once.
  ///
  /// @param args the program's arguments
  /// @return the same
  /// @throws MPIException if it was called before, or the other ranks cannot be reached
  public static String[] Init(String[] args) throws MPIException {
    RankState.start();
    return args.clone();
  }

  /// The same as [#Init].
  ///
  /// @param required of no effect
  /// @param provided of no effect: it is [#THREAD_MULTIPLE]
  public static String[] initThread(int required, int provided, String[] args) throws MPIException {
    return Init(args);
  }

  /// Ends the calling rank's part, once all ranks have come here and all buffered sends are done.
  /// Other requests that nobody waited for are given up.
  public static void Finalize() throws MPIException {
    MPIException.telling(RankState.current()::end);
  }

  /// Whether the calling rank is between [#Init] and [#Finalize].
  public static boolean Initialized() throws MPIException {
    return RankState.isRunning();
  }

  /// True: any thread may call.
  public static boolean isMainThread() {
    return true;
  }

  /// [#THREAD_MULTIPLE].
  public static int queryThread() {
    return THREAD_MULTIPLE;
  }

  /// Allows buffered sends of as many bytes at a time as a buffer has. Its memory is not used.
  ///
  /// @throws MPIException if one is attached
  public static void Buffer_attach(ByteBuffer userBuffer) throws MPIException {
    RankState.current().attach(userBuffer.capacity());
  }

  /// Waits for all buffered sends, and allows no more.
  public static void Buffer_detach() throws MPIException {
    MPIException.telling(RankState.current()::detach);
  }

  /// The name of this machine.
  public static String Get_processor_name() throws MPIException {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      throw new MPIException("this machine has no name that it knows: " + e.getMessage());
    }
  }

  /// Seconds since some time in the past.
  public static double Wtime() throws MPIException {
    return System.nanoTime() / 1e9;
  }

  /// The resolution of [#Wtime] in seconds.
  public static double Wtick() throws MPIException {
    return 1e-9;
  }

  /// Does nothing: every error is an exception.
  public static void Errorhandler_set(Errhandler errhandler) throws MPIException {}

  /// [#ERRORS_RETURN].
  public static Errhandler Errorhandler_get() throws MPIException {
    return ERRORS_RETURN;
  }
}
