package io.penstock.message.tcp;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.message.Communicator;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.RankContext;
import io.penstock.message.ranks.RankCommunicator;
import io.penstock.simulation.SimulatedPools;
import io.penstock.simulation.runtime.Calls;
import io.penstock.simulation.runtime.SimulatedNetwork;
import io.penstock.simulation.runtime.Simulation;
import io.penstock.simulation.runtime.Simulation.SimulatedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The ranks of a job over TCP as processes of a simulation.
public final class SimulatedRanks {
  private final Simulation simulation;
  private final SimulatedNetwork network;
  private final TcpSettings settings;
  private final List<SimulatedProcess> processes = new ArrayList<>();
  private final List<BufferPool> pools = new ArrayList<>();
  private final @Nullable Throwable[] thrown;
  private final boolean[] over;

  /// Ranks that are not yet started.
  public SimulatedRanks(Simulation simulation, int ranks, TcpSettings settings) {
    this.simulation = simulation;
    this.network = new SimulatedNetwork(simulation);
    this.settings = settings;
    this.thrown = new Throwable[ranks];
    this.over = new boolean[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      processes.add(new SimulatedProcess("rank " + rank));
      pools.add(BufferPools.cached(SimulatedPools.options()));
    }
  }

  /// What a rank does.
  @FunctionalInterface
  public interface Body {
    /// Does it.
    ///
    /// @throws Exception if the rank fails
    void run(Communicator world) throws Exception;
  }

  /// How many there are.
  public int size() {
    return processes.size();
  }

  /// Between them.
  public SimulatedNetwork network() {
    return network;
  }

  /// A rank's process.
  public SimulatedProcess process(int rank) {
    return processes.get(rank);
  }

  /// Whether a rank has ended, or was killed.
  public boolean isOver(int rank) {
    return over[rank] || processes.get(rank).isDead();
  }

  /// What a rank has ended by.
  ///
  /// @return empty if it has ended well, or was killed
  public Optional<Throwable> thrown(int rank) {
    return Optional.ofNullable(thrown[rank]);
  }

  /// A rank's memory for messages.
  public BufferPool pool(int rank) {
    return pools.get(rank);
  }

  /// Starts all ranks.
  public void start(Body body) {
    List<List<SocketChannel>> channels = new ArrayList<>();
    for (int rank = 0; rank < size(); rank++) {
      channels.add(new ArrayList<>());
    }
    for (int rank = 0; rank < size(); rank++) {
      for (int other = 0; other < rank; other++) {
        SimulatedNetwork.Link link = network.connect(rank, other);
        channels.get(rank).add(link.mine());
        channels.get(other).add(link.theirs());
      }
      channels.get(rank).add(network.connect(rank, rank).mine());
    }
    UUID job = Calls.randomUUID();
    IntStream.range(0, size())
        .forEach(
            rank ->
                simulation.start(
                    processes.get(rank),
                    "program",
                    () -> {
                      try {
                        RankContext.run(
                            new JobDescription(job, "tcp", rank, size()),
                            () -> play(rank, channels.get(rank), body));
                      } catch (Throwable e) {
                        thrown[rank] = e;
                      }
                      over[rank] = true;
                    }));
  }

  private void play(int rank, List<SocketChannel> channels, Body body) {
    try {
      TcpEndpoint endpoint = new TcpEndpoint(new Mesh(rank, channels), settings, pools.get(rank));
      RankContext.atEnd(
          cause -> {
            if (!endpoint.hasLeft()) {
              endpoint.die("rank " + rank + " failed: " + cause);
            }
          });
      Communicator world = RankCommunicator.world(endpoint, "simulated");
      body.run(world);
      world.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /// Kills a rank; what it has said still comes.
  ///
  /// @return whether it could be killed now
  public boolean kill(int rank) {
    boolean killed = simulation.kill(processes.get(rank));
    if (killed) {
      network.end(rank);
    }
    return killed;
  }

  /// Takes the power of a rank's machine.
  ///
  /// @return whether it could be killed now
  public boolean takePower(int rank) {
    boolean killed = simulation.kill(processes.get(rank));
    if (killed) {
      network.silence(rank);
    }
    return killed;
  }

  /// Waits until all have ended or were killed.
  public void await() throws InterruptedException {
    while (!IntStream.range(0, size()).allMatch(this::isOver)) {
      Calls.sleep(1);
    }
  }
}
