import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/// A server of the files below a folder: GET and HEAD of HTTP/1.1 (RFC 9110, RFC 9112), connections
/// that stay open, one range, from a cache of hot files. A virtual thread for each connection.
///
/// Arguments: the folder, a port (0 takes a free one), how many MiB the cache may have (0: none), and for how
/// many seconds a client is waited for. It says where it listens and runs until it is stopped.
///
/// It hears as many clients at a time as its descriptors and its heap allow, 10,000 at most; others
/// wait. While some may wait, each answer is the last of its connection: nobody keeps a place by
/// asking again and again.
///
/// Who may write below the folder is trusted: a link that is swapped in may be followed until the
/// next look, a second later.
public final class FileServer implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 10_000;
  private static final long SECOND = 1_000_000_000;
  private static final long PAUSE = SECOND / 20;

  /// What a connection takes of the heap, with its thread, at most.
  private static final long CONNECTION_BYTES = 32 << 10;

  /// A connection has a socket, and a file that is not in memory.
  private static final long CONNECTION_DESCRIPTORS = 2;

  private static final long OTHER_DESCRIPTORS = 16;

  /// What the system keeps for clients that do not read, of all together: many of them could take
  /// the memory that it has for every connection of the machine.
  private static final int WAITING_BYTES = 128 << 20;

  /// What it keeps of a client's requests before they are read.
  private static final int REQUESTS_BYTES = 32 << 10;

  private final Site site;
  private final ServerSocketChannel listener;
  private final long patienceNanos;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final Semaphore places = new Semaphore(mostConnections());
  private volatile byte[] date = now();

  private FileServer(Site site, ServerSocketChannel listener, Duration patience) {
    this.site = site;
    this.listener = listener;
    this.patienceNanos = patience.toNanos();
  }

  private static int mostConnections() {
    long most = Math.min(MOST_CONNECTIONS, Runtime.getRuntime().maxMemory() / 2 / CONNECTION_BYTES);
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      long free = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount();
      most = Math.min(most, (free - OTHER_DESCRIPTORS) / CONNECTION_DESCRIPTORS);
    }
    return (int) Math.max(1, most);
  }

  public static void main(String[] arguments) throws IOException {
    int port = (int) argument(arguments, 1, 8080);
    long cacheBytes = Math.max(1, argument(arguments, 2, 64) << 20);
    Duration patience = Duration.ofSeconds(argument(arguments, 3, 30));
    try (FileServer server = start(Path.of(arguments[0]), port, cacheBytes, patience)) {
      System.out.println("http://localhost:" + server.port() + "/");
      server.serve();
    }
  }

  private static long argument(String[] arguments, int index, long otherwise) {
    return index < arguments.length ? Long.parseLong(arguments[index]) : otherwise;
  }

  /// Begins to listen, on this machine's own address.
  ///
  /// @param patience for how long a client is waited for: to send a request, from its first byte to
  ///   its last, and to take each part of an answer
  public static FileServer start(Path folder, int port, long cacheBytes, Duration patience)
      throws IOException {
    Site site = Site.of(folder, cacheBytes);
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.setOption(StandardSocketOptions.SO_RCVBUF, REQUESTS_BYTES);
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
    return new FileServer(site, listener, patience);
  }

  public int port() {
    return listener.socket().getLocalPort();
  }

  /// Serves until it is closed.
  public void serve() {
    Thread.ofVirtual().start(this::tick);
    while (listener.isOpen()) {
      places.acquireUninterruptibly();
      try {
        SocketChannel channel = listener.accept();
        int waitingBytes = WAITING_BYTES / (connections.size() + 1);
        Connection connection = new Connection(channel, this, site, waitingBytes);
        connections.add(connection);
        Thread.ofVirtual().start(connection);
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        places.release();
        LockSupport.parkNanos(PAUSE); // there is no descriptor now, or the client has gone already
      }
    }
  }

  /// A connection has ended.
  void left(Connection connection) {
    connections.remove(connection);
    places.release();
  }

  /// Whether clients may be waiting for a place.
  boolean isFull() {
    return places.hasQueuedThreads();
  }

  long patienceNanos() {
    return patienceNanos;
  }

  /// The time as HTTP has it.
  byte[] date() {
    return date;
  }

  private static byte[] now() {
    return Page.ascii(Page.date(Instant.now()));
  }

  // Once a second: what all answers say of the time, and who has let us wait.
  private void tick() {
    while (listener.isOpen()) {
      LockSupport.parkNanos(Math.min(SECOND, patienceNanos / 2));
      date = now();
      for (Connection connection : connections) {
        try {
          connection.endIfLate(System.nanoTime());
        } catch (IOException e) {
          // It is closed all the same.
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    site.close();
  }
}
