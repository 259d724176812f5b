package mpi;

import io.penstock.message.Communicator;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageSettings;
import io.penstock.message.Request;
import io.penstock.message.SectionType;
import org.jspecify.annotations.Nullable;

/// The content of one message, or the room for it, with the calls that move it.
///
/// [#close] gives pooled memory back; it comes after the message is done.
abstract class Cargo implements AutoCloseable {
  /// What [#received] says of messages whose elements are not counted.
  static final int UNCOUNTED = -1;

  private final int itemSize;

  private Cargo(Part part) {
    this.itemSize = Math.max(1, part.itemSize());
  }

  /// How many elements an item of the datatype has; 1 for one without elements.
  int itemSize() {
    return itemSize;
  }

  /// A message of a part.
  static Cargo of(Part part) {
    return part.base().isObject()
        ? new OfObjects(part, OfObjects.message(part))
        : new OfElements(part, Passage.out(part));
  }

  /// A message of a copy of a part.
  static Cargo copyOf(Part part) {
    return part.base().isObject() ? of(part) : new OfElements(part, Passage.copy(part));
  }

  /// Room for a message.
  static Cargo room(Part part) {
    return part.base().isObject()
        ? new OfObjects(part, new MessageBuffer(OfObjects.SETTINGS))
        : new OfElements(part, Passage.of(part));
  }

  abstract void send(Communicator ranks, int destination, int tag);

  abstract void synchronousSend(Communicator ranks, int destination, int tag);

  abstract Request isend(Communicator ranks, int destination, int tag);

  abstract Request isynchronousSend(Communicator ranks, int destination, int tag);

  abstract io.penstock.message.Status receive(Communicator ranks, int source, int tag);

  abstract Request ireceive(Communicator ranks, int source, int tag);

  /// Puts a message that has arrived in its place.
  ///
  /// @return the number of its elements, or [#UNCOUNTED] for what the status tells
  abstract int received(io.penstock.message.Status status);

  @Override
  public abstract void close();

  /// Elements of a primitive type.
  private static final class OfElements extends Cargo {
    private final Passage passage;

    OfElements(Part part, Passage passage) {
      super(part);
      this.passage = passage;
    }

    @Override
    void send(Communicator ranks, int destination, int tag) {
      ranks.send(passage.data(), destination, tag);
    }

    @Override
    void synchronousSend(Communicator ranks, int destination, int tag) {
      ranks.synchronousSend(passage.data(), destination, tag);
    }

    @Override
    Request isend(Communicator ranks, int destination, int tag) {
      return ranks.isend(passage.data(), destination, tag);
    }

    @Override
    Request isynchronousSend(Communicator ranks, int destination, int tag) {
      return ranks.isynchronousSend(passage.data(), destination, tag);
    }

    @Override
    io.penstock.message.Status receive(Communicator ranks, int source, int tag) {
      return ranks.receive(passage.data(), source, tag);
    }

    @Override
    Request ireceive(Communicator ranks, int source, int tag) {
      return ranks.ireceive(passage.data(), source, tag);
    }

    @Override
    int received(io.penstock.message.Status status) {
      passage.scatter(passage.elementsOf(status));
      return UNCOUNTED;
    }

    @Override
    public void close() {
      passage.close();
    }
  }

  /// Objects, as one section of bytes.
  private static final class OfObjects extends Cargo {
    /// Takes whatever an array of bytes can hold.
    static final MessageSettings SETTINGS = MessageSettings.growing().limit(Integer.MAX_VALUE);

    private final Part part;
    private final MessageBuffer buffer;

    OfObjects(Part part, MessageBuffer buffer) {
      super(part);
      this.part = part;
      this.buffer = buffer;
    }

    static MessageBuffer message(Part part) {
      byte[] bytes = ObjectBytes.of(part.objects());
      return new MessageBuffer(SETTINGS).write(bytes).commit();
    }

    @Override
    void send(Communicator ranks, int destination, int tag) {
      ranks.send(buffer, destination, tag);
    }

    @Override
    void synchronousSend(Communicator ranks, int destination, int tag) {
      ranks.synchronousSend(buffer, destination, tag);
    }

    @Override
    Request isend(Communicator ranks, int destination, int tag) {
      return ranks.isend(buffer, destination, tag);
    }

    @Override
    Request isynchronousSend(Communicator ranks, int destination, int tag) {
      return ranks.isynchronousSend(buffer, destination, tag);
    }

    @Override
    io.penstock.message.Status receive(Communicator ranks, int source, int tag) {
      return ranks.receive(buffer, source, tag);
    }

    @Override
    Request ireceive(Communicator ranks, int source, int tag) {
      return ranks.ireceive(buffer, source, tag);
    }

    @Override
    int received(io.penstock.message.Status status) {
      byte[] bytes = new byte[Math.toIntExact(buffer.open(SectionType.BYTE))];
      buffer.get(bytes);
      @Nullable Object[] objects = ObjectBytes.read(bytes, 0, bytes.length);
      part.takeObjects(objects);
      return objects.length;
    }

    @Override
    public void close() {
      buffer.close();
    }
  }
}
