package io.penstock.evaluate.messages;

import static java.lang.invoke.MethodHandleProxies.asInterfaceInstance;

import io.penstock.evaluate.messages.RankSession.Rank;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.message.Communicator;
import io.penstock.report.By;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// MPJ Express: its `Send` and `Recv` of a byte array, by two processes over its device niodev or
/// two threads over smpdev, which it calls multicore; and mpjbuf, the document's own buffers.
///
/// It is in `MPJ_HOME`, or Debian's package `libmpj-java`. Nothing here is compiled against it. It
/// starts once in a process. Penstock's module `mpijava`, which has the same API, is called in the
/// same way.
final class MpjExpress {
  private static final String MISSING =
      "MPJ Express is not installed; run ./penstock setup mpj, or install libmpj-java";

  private static final String MPIJAVA_MISSING = "penstock-mpijava is not on the class path";

  private static final Path DEBIAN = Path.of("/usr/share/mpj");
  private static final Path DEBIAN_JARS = Path.of("/usr/share/java");
  private static final List<String> JARS =
      List.of("mpi", "mpjdev", "mpjbuf", "xdev", "niodev", "smpdev", "hybdev", "mpj");

  private static final String EAGER_LIMIT = "131072";
  private static final int PROCESSES = 2;
  private static final int TAG = 7;

  /// The players for messages of so many bytes, by rank, as far as ranks are in this process.
  private static final Map<Integer, IntFunction<Rank>> JOINED = new ConcurrentHashMap<>();

  private static final Map<Integer, ThreadGroup> GROUPS = new ConcurrentHashMap<>();

  private MpjExpress() {}

  /// With an approach that needs MPJ Express, or with the remedy where it is missing.
  static Experiment add(
      Experiment experiment, String name, By by, Exercise way, UnaryOperator<Entry> more) {
    return classPath()
        .map(
            jars ->
                experiment.exercise(
                    name, by, way, entry -> more.apply(entry).classPath(List.of(jars))))
        .orElseGet(
            () ->
                experiment.add(
                    Entry.of(name, by, new Executable.Missing(MISSING), experiment.works())));
  }

  /// Its jars as a class path; empty where it is not installed.
  private static Optional<String> classPath() {
    return Stream.of(
            Optional.ofNullable(System.getenv("MPJ_HOME")).map(Path::of), Optional.of(DEBIAN))
        .flatMap(Optional::stream)
        .filter(home -> Files.exists(home.resolve("lib", "mpj.jar")))
        .findFirst()
        .map(MpjExpress::classPath);
  }

  private static String classPath(Path home) {
    Stream<Path> logs =
        Stream.of(home.resolve("lib", "log4j-1.2.11.jar"), DEBIAN_JARS.resolve("log4j-1.2.jar"));
    return Stream.concat(JARS.stream().map(name -> home.resolve("lib", name + ".jar")), logs)
        .filter(Files::exists)
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  // ---- messages --------------------------------------------------------------------------------

  /// A ping-pong of a byte array between two ranks.
  ///
  /// @throws AbsentException if it is not on the class path
  /// @throws Exception if it does not start
  static Exercise.Session pingPong(DrillTask task) throws Exception {
    try {
      Class.forName("mpjdev.Comm"); // mpijava has none
    } catch (ClassNotFoundException _) {
      throw new AbsentException(MISSING);
    }
    return new RankSession(
        task,
        (rank, work) -> thread(task, rank, work),
        rank -> join(task, rank).apply(Math.toIntExact(task.drill().bytes())),
        () -> {});
  }

  /// Its threads know their ranks by their thread groups.
  private static Thread thread(DrillTask task, int rank, Runnable work) {
    return task.drill().processes() == PROCESSES
        ? RankSession.thread(rank, work)
        : new Thread(GROUPS.computeIfAbsent(rank, MpjExpress::group), work, "" + rank);
  }

  private static ThreadGroup group(int rank) {
    try {
      return Class.forName("xdev.smpdev.SMPDevProcess")
          .asSubclass(ThreadGroup.class)
          .getConstructor(String.class)
          .newInstance("smpdev-" + rank);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("MPJ Express has no thread group for a rank", e);
    }
  }

  /// It stays joined: it cannot start again in this process.
  private static IntFunction<Rank> join(DrillTask task, int rank) throws Exception {
    IntFunction<Rank> joined = JOINED.get(rank);
    if (joined == null) {
      String device = task.drill().processes() == 1 ? "smpdev" : "niodev";
      String[] arguments = {Integer.toString(rank), configuration(task), device};
      Class<?> mpi = Class.forName("mpi.MPI");
      mpi.getMethod("Init", String[].class).invoke(null, (Object) arguments);
      joined = players(mpi, rank, () -> {});
      JOINED.put(rank, joined);
    }
    return joined;
  }

  private static String configuration(DrillTask task) throws Exception {
    if (task.drill().processes() == 1) {
      return "2"; // ranks
    }
    if (task.rank() == 0) {
      RankSession.announce(task, Integer.toString(servePorts()));
    }
    return String.format(
        Locale.ROOT,
        "#Number of Processes;2;#Protocol Switch Limit;%s;#Server Name;localhost;#Server Port;%s",
        EAGER_LIMIT,
        RankSession.await(task));
  }

  private static IntFunction<Rank> players(Class<?> mpi, int rank, AutoCloseable end)
      throws ReflectiveOperationException {
    Class<?> datatype = Class.forName("mpi.Datatype");
    Object world = mpi.getField("COMM_WORLD").get(null);
    Object type = mpi.getField("BYTE").get(null);
    MethodType signature =
        MethodType.methodType(
            void.class, Object.class, int.class, int.class, datatype, int.class, int.class);
    MethodType returning = signature.changeReturnType(Class.forName("mpi.Status"));
    MethodType generic = signature.changeParameterType(3, Object.class);
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    MethodHandle send =
        lookup.findVirtual(world.getClass(), "Send", signature).bindTo(world).asType(generic);
    MethodHandle receive =
        lookup.findVirtual(world.getClass(), "Recv", returning).bindTo(world).asType(generic);
    int other = 1 - rank;
    return bytes ->
        new PingPong<>(
            rank,
            new byte[bytes],
            new byte[Long.BYTES],
            MemorySegment::ofArray,
            sent -> call(send, sent, type, other),
            received -> call(receive, received, type, other),
            end);
  }

  /// A ping-pong of a byte array by the same calls of Penstock's module `mpijava`.
  static Exercise.Session mpijavaPingPong(DrillTask task) throws Exception {
    Class<?> mpi;
    try {
      mpi = Class.forName("mpi.MPI");
    } catch (ClassNotFoundException _) {
      throw new AbsentException(MPIJAVA_MISSING);
    }
    return RankSession.embedded((world, drill) -> mpijava(mpi, world, drill)).prepare(task);
  }

  private static Rank mpijava(Class<?> mpi, Communicator world, Drill drill) {
    try {
      mpi.getMethod("Init", String[].class).invoke(null, (Object) new String[0]);
      return players(mpi, world.rank(), () -> mpi.getMethod("Finalize").invoke(null))
          .apply(Math.toIntExact(drill.bytes()));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("mpijava did not start: " + e, e);
    }
  }

  private static void call(MethodHandle function, byte[] bytes, Object type, int other) {
    try {
      function.invokeExact((Object) bytes, 0, bytes.length, type, other, TAG);
    } catch (Throwable e) {
      throw new IllegalStateException("MPJ Express could not send or receive: " + e, e);
    }
  }

  /// Lets two processes tell each other once on which ports they listen, in a thread of its own:
  /// what the starter of MPJ Express offers to those that it starts.
  ///
  /// @return the port
  private static int servePorts() throws IOException {
    ServerSocket server = new ServerSocket(0, PROCESSES, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("mpj-ports").start(() -> exchangePorts(server));
    return server.getLocalPort();
  }

  private static void exchangePorts(ServerSocket server) {
    List<Socket> callers = new ArrayList<>();
    String[] entries = new String[PROCESSES];
    try (server) {
      while (callers.size() < PROCESSES) {
        Socket caller = server.accept();
        callers.add(caller);
        DataInputStream in = new DataInputStream(caller.getInputStream());
        String _ = in.readUTF();
        int writePort = in.readInt();
        int readPort = in.readInt();
        int rank = in.readInt();
        entries[rank] = String.format(Locale.ROOT, "localhost@%d@%d@%d", readPort, writePort, rank);
      }
      String all = "#Peer Information;" + String.join(";", entries);
      for (Socket caller : callers) {
        DataOutputStream out = new DataOutputStream(caller.getOutputStream());
        out.writeUTF(all);
        out.flush();
      }
    } catch (IOException e) {
      System.err.println("the processes of MPJ Express did not meet: " + e);
    }
  }

  // ---- buffers ---------------------------------------------------------------------------------

  /// The document's own buffers: mpjbuf's first strategy, the one that its factory begins with and
  /// does not change any more. Its log is silenced: it would build a text for each block.
  ///
  /// @throws AbsentException if it is not on the class path
  @SuppressWarnings("unchecked") // the functions are of its objects
  static Allocator<Object> buffers() throws AbsentException {
    try {
      silenceLog();
      Class<?> factory = Class.forName("mpjbuf.BufferFactory");
      Class<?> raw = Class.forName("mpjbuf.RawBuffer");
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      MethodHandle create =
          lookup.findStatic(factory, "create", MethodType.methodType(raw, int.class));
      MethodHandle destroy =
          lookup.findStatic(factory, "destroy", MethodType.methodType(void.class, raw));
      MethodHandle buffer =
          lookup.findVirtual(
              Class.forName("mpjbuf.NIOBuffer"),
              "getBuffer",
              MethodType.methodType(ByteBuffer.class));
      Function<Object, ByteBuffer> memory = asInterfaceInstance(Function.class, buffer);
      return new Allocator<>(
          asInterfaceInstance(
              LongFunction.class,
              MethodHandles.explicitCastArguments(
                  create, MethodType.methodType(Object.class, long.class))),
          asInterfaceInstance(Consumer.class, destroy),
          block -> MemorySegment.ofBuffer(memory.apply(block).duplicate().clear()));
    } catch (ReflectiveOperationException _) {
      throw new AbsentException(MISSING);
    }
  }

  private static void silenceLog() throws ReflectiveOperationException {
    Class<?> level = Class.forName("org.apache.log4j.Level");
    Class<?> logger = Class.forName("org.apache.log4j.Logger");
    Object root = logger.getMethod("getRootLogger").invoke(null);
    logger.getMethod("setLevel", level).invoke(root, level.getField("OFF").get(null));
  }
}
