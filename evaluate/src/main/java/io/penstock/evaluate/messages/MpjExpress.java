package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// MPJ Express by its own programming interface, `Send` and `Recv` of a byte array: two processes
/// over its device niodev, or two threads over smpdev, which it calls multicore.
///
/// It must be on the class path; nothing here is compiled against it. It starts once in a process.
///
/// @param meeting of the processes
/// @param processes 2, or 1 for threads
record MpjExpress(Rendezvous meeting, int processes) implements Fabric {
  private static final String EAGER_LIMIT = "131072";
  private static final int TAG = 7;

  /// Its communicator for all ranks, and what can be done with it.
  private record World(
      Object communicator, Object bytes, MethodHandle send, MethodHandle receive) {}

  /// By rank, as far as they are in this process.
  private static final Map<Integer, World> WORLDS = new ConcurrentHashMap<>();

  private static final Map<Integer, ThreadGroup> GROUPS = new ConcurrentHashMap<>();

  static MpjExpress of(Rendezvous meeting, int processes) throws AbsentException {
    try {
      Class.forName("mpi.MPI");
    } catch (ClassNotFoundException _) {
      throw new AbsentException(Home.MISSING);
    }
    return new MpjExpress(meeting, processes);
  }

  /// Its threads know their ranks by their thread groups.
  @Override
  public Thread thread(int rank, Runnable task) throws Exception {
    if (processes == 2) {
      return Fabric.super.thread(rank, task);
    }
    return new Thread(GROUPS.computeIfAbsent(rank, MpjExpress::group), task, "" + rank);
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

  @Override
  public Endpoint open(int rank, long bytes) throws Exception {
    return new Joined(join(rank), 1 - rank, Math.toIntExact(bytes));
  }

  private World join(int rank) throws Exception {
    World world = WORLDS.get(rank);
    if (world == null) {
      String device = processes == 1 ? "smpdev" : "niodev";
      init(List.of(Integer.toString(rank), configuration(rank), device));
      world = world();
      WORLDS.put(rank, world);
    }
    return world;
  }

  private String configuration(int rank) throws Exception {
    if (processes == 1) {
      return "2"; // ranks
    }
    if (rank == 0) {
      meeting.announce(Integer.toString(Ports.serve()));
    }
    return String.format(
        Locale.ROOT,
        "#Number of Processes;2;#Protocol Switch Limit;%s;#Server Name;localhost;#Server Port;%s",
        EAGER_LIMIT,
        meeting.await());
  }

  private static void init(List<String> arguments) throws Exception {
    Class.forName("mpi.MPI")
        .getMethod("Init", String[].class)
        .invoke(null, (Object) arguments.toArray(String[]::new));
  }

  private static World world() throws Exception {
    Class<?> mpi = Class.forName("mpi.MPI");
    Class<?> datatype = Class.forName("mpi.Datatype");
    Class<?> status = Class.forName("mpi.Status");
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    MethodType send =
        MethodType.methodType(
            void.class, Object.class, int.class, int.class, datatype, int.class, int.class);
    Class<?> own = mpi.getField("COMM_WORLD").get(null).getClass();
    return new World(
        mpi.getField("COMM_WORLD").get(null),
        mpi.getField("BYTE").get(null),
        lookup.findVirtual(own, "Send", send).asType(generic(void.class)),
        lookup
            .findVirtual(own, "Recv", send.changeReturnType(status))
            .asType(generic(Object.class)));
  }

  private static MethodType generic(Class<?> result) {
    return MethodType.methodType(
        result,
        Object.class,
        Object.class,
        int.class,
        int.class,
        Object.class,
        int.class,
        int.class);
  }

  private static final class Joined implements Endpoint {
    private final World world;
    private final int other;
    private final byte[] data;
    private final byte[] number = new byte[Long.BYTES];

    Joined(World world, int other, int bytes) {
      this.world = world;
      this.other = other;
      data = new byte[bytes];
    }

    @Override
    public MemorySegment message() {
      return MemorySegment.ofArray(data);
    }

    @Override
    public void send() throws Exception {
      send(data);
    }

    @Override
    public void receive() throws Exception {
      receive(data);
    }

    @Override
    public void tell(long told) throws Exception {
      MemorySegment.ofArray(number).set(ValueLayout.JAVA_LONG_UNALIGNED, 0, told);
      send(number);
    }

    @Override
    public long hear() throws Exception {
      receive(number);
      return MemorySegment.ofArray(number).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    }

    private void send(byte[] bytes) throws Exception {
      try {
        world.send.invokeExact(
            world.communicator, (Object) bytes, 0, bytes.length, world.bytes, other, TAG);
      } catch (Throwable e) {
        throw new IllegalStateException("MPJ Express could not send: " + e, e);
      }
    }

    private void receive(byte[] bytes) throws Exception {
      try {
        Object _ =
            (Object)
                world.receive.invokeExact(
                    world.communicator, (Object) bytes, 0, bytes.length, world.bytes, other, TAG);
      } catch (Throwable e) {
        throw new IllegalStateException("MPJ Express could not receive: " + e, e);
      }
    }

    /// It stays joined: it cannot start again in this process.
    @Override
    public void close() {}
  }

  /// The installation of MPJ Express: in `MPJ_HOME`, or as Debian's package `libmpj-java`.
  static final class Home {
    /// What to say where it is not.
    static final String MISSING =
        "MPJ Express is not installed; run ./penstock setup mpj, or install libmpj-java";

    private static final Path DEBIAN = Path.of("/usr/share/mpj");
    private static final Path DEBIAN_JARS = Path.of("/usr/share/java");
    private static final List<String> JARS =
        List.of("mpi", "mpjdev", "mpjbuf", "xdev", "niodev", "smpdev", "hybdev", "mpj");

    private Home() {}

    /// Its jars as a class path; empty where it is not installed.
    static Optional<String> classPath() {
      return home()
          .map(
              home ->
                  Stream.concat(
                          JARS.stream().map(name -> home.resolve("lib", name + ".jar")),
                          Stream.of(
                              home.resolve("lib", "log4j-1.2.11.jar"),
                              DEBIAN_JARS.resolve("log4j-1.2.jar")))
                      .filter(Files::exists)
                      .map(Path::toString)
                      .collect(Collectors.joining(File.pathSeparator)));
    }

    private static Optional<Path> home() {
      return Stream.of(
              Optional.ofNullable(System.getenv("MPJ_HOME")).map(Path::of), Optional.of(DEBIAN))
          .flatMap(Optional::stream)
          .filter(home -> Files.exists(home.resolve("lib", "mpj.jar")))
          .findFirst();
    }
  }

  /// The place where processes of MPJ Express tell each other on which ports they listen: what its
  /// starter offers to those that it starts.
  private static final class Ports {
    private static final int PROCESSES = 2;

    private Ports() {}

    /// Serves two processes once, in a thread of its own.
    ///
    /// @return the port
    static int serve() throws IOException {
      ServerSocket server = new ServerSocket(0, PROCESSES, InetAddress.getLoopbackAddress());
      Thread.ofPlatform().daemon().name("mpj-ports").start(() -> exchange(server));
      return server.getLocalPort();
    }

    private static void exchange(ServerSocket server) {
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
          entries[rank] =
              String.format(Locale.ROOT, "localhost@%d@%d@%d", readPort, writePort, rank);
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
  }
}
