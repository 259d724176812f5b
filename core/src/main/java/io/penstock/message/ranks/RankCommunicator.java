package io.penstock.message.ranks;

import io.penstock.message.Communicator;
import io.penstock.message.Reduction;
import io.penstock.message.Request;
import io.penstock.message.Shares;
import io.penstock.message.Status;
import io.penstock.message.match.Endpoint;
import io.penstock.object.ObjectCodec;
import java.util.List;
import java.util.Optional;

/// A communicator on an endpoint.
public final class RankCommunicator implements Communicator {
  private final World world;
  private final Traffic traffic;
  private final Carrier carrier;

  private RankCommunicator(World world, Traffic traffic, Carrier carrier) {
    this.world = world;
    this.traffic = traffic;
    this.carrier = carrier;
  }

  /// All ranks of a job. Closing it closes the endpoint.
  ///
  /// @param explanation which transport carries the messages, and why that one
  public static Communicator world(Endpoint endpoint, String explanation) {
    World world = new World(endpoint, explanation);
    return new RankCommunicator(world, world.traffic(), new Carrier(NoObjects.INSTANCE));
  }

  @Override
  public int rank() {
    return traffic.members().self();
  }

  @Override
  public int size() {
    return traffic.members().size();
  }

  @Override
  public String explain() {
    return world.explanation();
  }

  @Override
  public void send(Object data, int destination, int tag) {
    traffic.send(data, destination, tag, false);
  }

  @Override
  public void synchronousSend(Object data, int destination, int tag) {
    traffic.send(data, destination, tag, true);
  }

  @Override
  public Request isend(Object data, int destination, int tag) {
    return traffic.isend(data, destination, tag, false);
  }

  @Override
  public Request isynchronousSend(Object data, int destination, int tag) {
    return traffic.isend(data, destination, tag, true);
  }

  @Override
  public Status receive(Object data, int source, int tag) {
    return traffic.receive(data, source, tag);
  }

  @Override
  public Request ireceive(Object data, int source, int tag) {
    return traffic.ireceive(data, source, tag);
  }

  @Override
  public Status sendReceive(
      Object data, int destination, int sendTag, Object room, int source, int receiveTag) {
    Memory.requireApart(data, room);
    Request receive = traffic.ireceive(room, source, receiveTag);
    try {
      traffic.send(data, destination, sendTag, false);
    } catch (RuntimeException e) {
      receive.cancel();
      throw e;
    }
    return receive.await();
  }

  @Override
  public Status probe(int source, int tag) {
    return traffic.probe(source, tag);
  }

  @Override
  public Optional<Status> iprobe(int source, int tag) {
    return traffic.iprobe(source, tag);
  }

  @Override
  public Communicator withObjects(ObjectCodec codec) {
    return new RankCommunicator(world, traffic, new Carrier(codec));
  }

  @Override
  public void sendObject(Object value, int destination, int tag) {
    carrier.send(traffic, value, destination, tag);
  }

  @Override
  public Object receiveObject(int source, int tag) {
    return carrier.receive(traffic, source, tag);
  }

  @Override
  public void close() {
    if (traffic.close()) {
      int left = traffic.abandon();
      if (traffic.equals(world.traffic())) {
        world.endpoint().close();
      }
      if (left > 0) {
        throw new IllegalStateException(
            "the communicator was closed with %d requests under way: await or cancel them"
                .formatted(left));
      }
    }
  }

  @Override
  public void barrier() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void broadcast(Object data, int root) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void gather(Object mine, Object all, int root) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void gather(Object mine, Object all, Shares shares, int root) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void scatter(Object all, Object mine, int root) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void scatter(Object all, Shares shares, Object mine, int root) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void allGather(Object mine, Object all) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void allGather(Object mine, Object all, Shares shares) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void allToAll(Object send, Object receive) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void allToAll(Object send, Shares sent, Object receive, Shares received) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void reduce(Object send, Object receive, Reduction reduction, int root) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void allReduce(Object send, Object receive, Reduction reduction) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void reduceScatter(Object send, Object receive, Shares shares, Reduction reduction) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void scan(Object send, Object receive, Reduction reduction) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void exclusiveScan(Object send, Object receive, Reduction reduction) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Object> allGatherObjects(Object mine) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Communicator duplicate() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<Communicator> split(int color, int key) {
    throw new UnsupportedOperationException();
  }
}
