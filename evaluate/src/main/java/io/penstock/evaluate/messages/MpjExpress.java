package io.penstock.evaluate.messages;

import io.penstock.evaluate.messages.RankSession.Rank;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Program;
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
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// MPJ Express: its `Send` and `Recv` of a byte array, by two processes over its device niodev or
/// two threads over smpdev, which it calls multicore; and mpjbuf, the document's own buffers.
///
/// It is in `MPJ_HOME`, or Debian's package `libmpj-java`. Nothing here is compiled against it. It
/// starts once in a process.
final class MpjExpress {
  private static final String MISSING =
      "MPJ Express is not installed; run ./penstock setup mpj, or install libmpj-java";

  private static final Path DEBIAN = Path.of("/usr/share/mpj");
  private static final Path DEBIAN_JARS = Path.of("/usr/share/java");
  private static final List<String> JARS =
      List.of("mpi", "mpjdev", "mpjbuf", "xdev", "niodev", "smpdev", "hybdev", "mpj");

  private static final String EAGER_LIMIT = "131072";
  private static final int PROCESSES = 2;
  private static final int TAG = 7;

  /// Those that have started, by rank, as far as they are in this process.
  private static final Map<Integer, World> WORLDS = new ConcurrentHashMap<>();

  private static final Map<Integer, ThreadGroup> GROUPS = new ConcurrentHashMap<>();

  /// The communicator for all ranks, and what can be done with it.
  private record World(
      Object communicator, Object bytes, MethodHandle send, MethodHandle receive) {}

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
                    Entry.of(name, by, new Program.Missing(MISSING), experiment.works())));
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
      Class.forName("mpi.MPI");
    } catch (ClassNotFoundException _) {
      throw new AbsentException(MISSING);
    }
    return new RankSession(
        task,
        (rank, work) -> thread(task, rank, work),
        rank -> rank(join(task, rank), rank, Math.toIntExact(task.drill().bytes())),
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
  private static World join(DrillTask task, int rank) throws Exception {
    World world = WORLDS.get(rank);
    if (world == null) {
      String device = task.drill().processes() == 1 ? "smpdev" : "niodev";
      String[] arguments = {Integer.toString(rank), configuration(task), device};
      Class<?> mpi = Class.forName("mpi.MPI");
      mpi.getMethod("Init", String[].class).invoke(null, (Object) arguments);
      world = world(mpi);
      WORLDS.put(rank, world);
    }
    return world;
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

  private static World world(Class<?> mpi) throws ReflectiveOperationException {
    Class<?> datatype = Class.forName("mpi.Datatype");
    Class<?> status = Class.forName("mpi.Status");
    Object communicator = mpi.getField("COMM_WORLD").get(null);
    MethodType send =
        MethodType.methodType(
            void.class, Object.class, int.class, int.class, datatype, int.class, int.class);
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    Class<?> own = communicator.getClass();
    return new World(
        communicator,
        mpi.getField("BYTE").get(null),
        generic(lookup.findVirtual(own, "Send", send), void.class),
        generic(lookup.findVirtual(own, "Recv", send.changeReturnType(status)), Object.class));
  }

  private static MethodHandle generic(MethodHandle function, Class<?> result) {
    return function.asType(
        function
            .type()
            .generic()
            .changeReturnType(result)
            .changeParameterType(2, int.class)
            .changeParameterType(3, int.class)
            .changeParameterType(5, int.class)
            .changeParameterType(6, int.class));
  }

  private static Rank rank(World world, int rank, int bytes) {
    int other = 1 - rank;
    return new PingPong<>(
        rank,
        new byte[bytes],
        new byte[Long.BYTES],
        MemorySegment::ofArray,
        sent -> send(world, sent, other),
        received -> receive(world, received, other),
        () -> {});
  }

  private static void send(World world, byte[] bytes, int other) {
    try {
      world.send.invokeExact(
          world.communicator, (Object) bytes, 0, bytes.length, world.bytes, other, TAG);
    } catch (Throwable e) {
      throw new IllegalStateException("MPJ Express could not send: " + e, e);
    }
  }

  private static void receive(World world, byte[] bytes, int other) {
    try {
      Object _ =
          (Object)
              world.receive.invokeExact(
                  world.communicator, (Object) bytes, 0, bytes.length, world.bytes, other, TAG);
    } catch (Throwable e) {
      throw new IllegalStateException("MPJ Express could not receive: " + e, e);
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
  static Allocator<Object> buffers() throws AbsentException {
    try {
      silenceLog();
      Class<?> factory = Class.forName("mpjbuf.BufferFactory");
      Class<?> raw = Class.forName("mpjbuf.RawBuffer");
      Class<?> nio = Class.forName("mpjbuf.NIOBuffer");
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      MethodHandle create =
          lookup
              .findStatic(factory, "create", MethodType.methodType(raw, int.class))
              .asType(MethodType.methodType(Object.class, int.class));
      MethodHandle destroy =
          lookup
              .findStatic(factory, "destroy", MethodType.methodType(void.class, raw))
              .asType(MethodType.methodType(void.class, Object.class));
      MethodHandle buffer =
          lookup
              .findVirtual(nio, "getBuffer", MethodType.methodType(ByteBuffer.class))
              .asType(MethodType.methodType(ByteBuffer.class, Object.class));
      return new Allocator<>(
          bytes -> create(create, (int) bytes),
          block -> destroy(destroy, block),
          block -> memory(buffer, block));
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

  private static Object create(MethodHandle create, int bytes) {
    try {
      return (Object) create.invokeExact(bytes);
    } catch (Throwable e) {
      throw new IllegalStateException("mpjbuf has no block of " + bytes + " bytes", e);
    }
  }

  private static void destroy(MethodHandle destroy, Object block) {
    try {
      destroy.invokeExact(block);
    } catch (Throwable e) {
      throw new IllegalStateException("mpjbuf takes no block back", e);
    }
  }

  private static MemorySegment memory(MethodHandle buffer, Object block) {
    try {
      return MemorySegment.ofBuffer(((ByteBuffer) buffer.invokeExact(block)).duplicate().clear());
    } catch (Throwable e) {
      throw new IllegalStateException("mpjbuf shows no memory", e);
    }
  }
}
