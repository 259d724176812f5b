package mpi;

import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageSettings;
import io.penstock.message.PointToPoint;
import io.penstock.message.Request;
import io.penstock.message.SectionType;
import org.jspecify.annotations.Nullable;

/// The content of one message, or the room for it, with the calls that move it.
///
/// [#close] gives pooled memory back; it comes after the message is done.
abstract class MessageContent implements AutoCloseable {
  /// What [#received] says of messages whose elements are not counted.
  static final int UNCOUNTED = -1;

  private final int itemSize;

  private MessageContent(TypedRange range) {
    this.itemSize = Math.max(1, range.itemSize());
  }

  /// How many elements an item of the datatype has; 1 for one without elements.
  int itemSize() {
    return itemSize;
  }

  /// A message of a range.
  static MessageContent of(TypedRange range) {
    return range.base().isObject()
        ? new OfObjects(range, OfObjects.message(range))
        : new OfElements(range, TransferBuffer.out(range));
  }

  /// A message of a copy of a range.
  static MessageContent copyOf(TypedRange range) {
    return range.base().isObject() ? of(range) : new OfElements(range, TransferBuffer.copy(range));
  }

  /// Room for a message.
  static MessageContent room(TypedRange range) {
    return range.base().isObject()
        ? new OfObjects(range, new MessageBuffer(OfObjects.SETTINGS))
        : new OfElements(range, TransferBuffer.of(range));
  }

  abstract void send(PointToPoint ranks, int destination, int tag);

  abstract void synchronousSend(PointToPoint ranks, int destination, int tag);

  abstract Request isend(PointToPoint ranks, int destination, int tag);

  abstract Request isynchronousSend(PointToPoint ranks, int destination, int tag);

  abstract io.penstock.message.Status receive(PointToPoint ranks, int source, int tag);

  abstract Request ireceive(PointToPoint ranks, int source, int tag);

  /// Puts a message that has arrived in its place.
  ///
  /// @return the number of its elements, or [#UNCOUNTED] for what the status tells
  abstract int received(io.penstock.message.Status status);

  @Override
  public abstract void close();

  /// Elements of a primitive type.
  private static final class OfElements extends MessageContent {
    private final TransferBuffer buffer;

    OfElements(TypedRange range, TransferBuffer buffer) {
      super(range);
      this.buffer = buffer;
    }

    @Override
    void send(PointToPoint ranks, int destination, int tag) {
      ranks.send(buffer.data(), destination, tag);
    }

    @Override
    void synchronousSend(PointToPoint ranks, int destination, int tag) {
      ranks.synchronousSend(buffer.data(), destination, tag);
    }

    @Override
    Request isend(PointToPoint ranks, int destination, int tag) {
      return ranks.isend(buffer.data(), destination, tag);
    }

    @Override
    Request isynchronousSend(PointToPoint ranks, int destination, int tag) {
      return ranks.isynchronousSend(buffer.data(), destination, tag);
    }

    @Override
    io.penstock.message.Status receive(PointToPoint ranks, int source, int tag) {
      return ranks.receive(buffer.data(), source, tag);
    }

    @Override
    Request ireceive(PointToPoint ranks, int source, int tag) {
      return ranks.ireceive(buffer.data(), source, tag);
    }

    @Override
    int received(io.penstock.message.Status status) {
      buffer.scatter(buffer.elementsOf(status));
      return UNCOUNTED;
    }

    @Override
    public void close() {
      buffer.close();
    }
  }

  /// Objects, as one section of bytes.
  private static final class OfObjects extends MessageContent {
    /// Takes whatever an array of bytes can hold.
    static final MessageSettings SETTINGS = MessageSettings.growing().limit(Integer.MAX_VALUE);

    private final TypedRange range;
    private final MessageBuffer buffer;

    OfObjects(TypedRange range, MessageBuffer buffer) {
      super(range);
      this.range = range;
      this.buffer = buffer;
    }

    static MessageBuffer message(TypedRange range) {
      byte[] bytes = ObjectBytes.of(range.objects());
      return new MessageBuffer(SETTINGS).write(bytes).commit();
    }

    @Override
    void send(PointToPoint ranks, int destination, int tag) {
      ranks.send(buffer, destination, tag);
    }

    @Override
    void synchronousSend(PointToPoint ranks, int destination, int tag) {
      ranks.synchronousSend(buffer, destination, tag);
    }

    @Override
    Request isend(PointToPoint ranks, int destination, int tag) {
      return ranks.isend(buffer, destination, tag);
    }

    @Override
    Request isynchronousSend(PointToPoint ranks, int destination, int tag) {
      return ranks.isynchronousSend(buffer, destination, tag);
    }

    @Override
    io.penstock.message.Status receive(PointToPoint ranks, int source, int tag) {
      return ranks.receive(buffer, source, tag);
    }

    @Override
    Request ireceive(PointToPoint ranks, int source, int tag) {
      return ranks.ireceive(buffer, source, tag);
    }

    @Override
    int received(io.penstock.message.Status status) {
      byte[] bytes = new byte[Math.toIntExact(buffer.open(SectionType.BYTE))];
      buffer.get(bytes);
      @Nullable Object[] objects = ObjectBytes.read(bytes, 0, bytes.length);
      range.takeObjects(objects);
      return objects.length;
    }

    @Override
    public void close() {
      buffer.close();
    }
  }
}
