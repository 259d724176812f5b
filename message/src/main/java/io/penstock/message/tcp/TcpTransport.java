package io.penstock.message.tcp;

import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import io.penstock.message.MessageException;
import io.penstock.message.Transport;
import io.penstock.message.launch.Contact;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.RankContext;
import io.penstock.message.ranks.RankCommunicator;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Ranks that are processes, each connected with each other by a socket.
public final class TcpTransport implements Transport {
  static final String NAME = "tcp";

  /// For [java.util.ServiceLoader].
  public TcpTransport() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String toString() {
    return "transport " + name();
  }

  @Override
  public Optional<String> calling() {
    return job()
        .map(job -> String.format(Locale.ROOT, "started as rank %d of %d", job.rank(), job.size()));
  }

  /// Waits until all ranks have come.
  ///
  /// @throws io.penstock.message.MessageException if they do not within the job's patience, or this
  ///   rank cannot reach them; the message names who is missing
  @Override
  public Communicator world() {
    return TcpWorlds.join(job().orElseThrow());
  }

  private static Optional<JobDescription> job() {
    return JobDescription.current().filter(job -> job.transport().equals(NAME));
  }

  /// The worlds that ranks of this process have joined: one, unless several ranks share the
  /// process.
  private static final class TcpWorlds {
    private static final Map<JobDescription, TcpWorlds> JOINED = new ConcurrentHashMap<>();

    private @Nullable Communicator world;

    private TcpWorlds() {}

    /// Joins, or returns what was joined before.
    static Communicator join(JobDescription job) {
      return JOINED.computeIfAbsent(job, _ -> new TcpWorlds()).get(job);
    }

    /// Not while the map is held: joining waits for ranks that may share the process.
    private synchronized Communicator get(JobDescription job) {
      if (world == null) {
        world = enter(job);
      }
      return world;
    }

    private static Communicator enter(JobDescription job) {
      Contact contact = job.contact();
      Duration patience = contact == null ? Duration.ZERO : contact.patience();
      TcpSettings settings = TcpSettings.ofProcess(patience.toNanos());
      TcpEndpoint endpoint = connect(Mesh.join(job), settings);
      RankContext.atEnd(cause -> ended(job, endpoint, cause));
      return RankCommunicator.world(
          endpoint,
          String.format(
              Locale.ROOT,
              "tcp: started as rank %d of %d; up to %d bytes are sent unasked",
              job.rank(),
              job.size(),
              settings.eagerLimit()));
    }

    private static TcpEndpoint connect(Mesh mesh, TcpSettings settings) {
      try {
        return new TcpEndpoint(mesh, settings, BufferPool.shared());
      } catch (IOException | RuntimeException | OutOfMemoryError e) { // the others find the end
        mesh.close();
        throw new MessageException(
            String.format(Locale.ROOT, "rank %d cannot use its connections: %s", mesh.rank(), e),
            e);
      }
    }

    /// A rank that shares the process ends as one that has its own would: what it left open breaks.
    private static void ended(JobDescription job, TcpEndpoint endpoint, @Nullable Throwable cause) {
      JOINED.remove(job);
      if (!endpoint.hasLeft()) {
        endpoint.die(
            String.format(
                Locale.ROOT,
                "rank %d %s",
                job.rank(),
                cause == null ? "ended without closing its world" : "failed: " + cause));
      }
    }
  }
}
