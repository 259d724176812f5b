package io.penstock.message;

import io.penstock.memory.BufferPool;
import io.penstock.object.ObjectCodec;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.util.Locale;

/// Settings of a message buffer.
///
/// ```java
/// MessageSettings.growing().limit(4L << 30).objects(codec)
/// MessageSettings.fixed(64 << 10).pool(pool).order(ByteOrder.BIG_ENDIAN)
/// ```
///
/// @param pool where the memory comes from
/// @param initial bytes of static section that a first write takes, from the descriptor on
/// @param limit the most bytes that the static section, the objects, or an arriving message may
///   have; what is lent to a message does not count on writing it
/// @param order the byte order of the elements that are written; both orders can be read whatever
///   is set here
/// @param objects turns objects into bytes and back; one that refuses them unless another is set
public record MessageSettings(
    BufferPool pool, long initial, long limit, ByteOrder order, ObjectCodec objects) {
  /// The limit of a growing message, unless another one is set.
  public static final long DEFAULT_LIMIT = 1L << 30;

  private static final long DEFAULT_INITIAL = 4000;

  /// @throws IllegalArgumentException if `initial` is negative or above `limit`, or `limit` is less
  ///   than a message without sections takes
  public MessageSettings {
    if (limit < MessageFormat.DESCRIPTOR || initial < 0 || initial > limit) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a message of initially %d and at most %d bytes: at least %d, and not less at last",
              initial,
              limit,
              MessageFormat.DESCRIPTOR));
    }
  }

  /// A static section that grows as it is written, from the shared pool, in native byte order,
  /// without objects.
  public static MessageSettings growing() {
    return new MessageSettings(
        BufferPool.shared(),
        DEFAULT_INITIAL,
        DEFAULT_LIMIT,
        ByteOrder.nativeOrder(),
        NoObjects.CODEC);
  }

  /// A static section of so many bytes and no more. A message takes 32 bytes, each section in it 16
  /// and its elements, in whole multiples of 8.
  ///
  /// @throws IllegalArgumentException if `bytes` is less than 32
  public static MessageSettings fixed(long bytes) {
    return growing().room(bytes, bytes);
  }

  private MessageSettings room(long first, long last) {
    return new MessageSettings(pool, first, last, order, objects);
  }

  /// The same with another limit.
  ///
  /// @throws IllegalArgumentException if it is less than 32
  public MessageSettings limit(long bytes) {
    return room(Math.min(initial, bytes), bytes);
  }

  /// The same with memory from another pool.
  public MessageSettings pool(BufferPool source) {
    return new MessageSettings(source, initial, limit, order, objects);
  }

  /// The same with elements written in another byte order.
  public MessageSettings order(ByteOrder written) {
    return new MessageSettings(pool, initial, limit, written, objects);
  }

  /// The same with objects.
  public MessageSettings objects(ObjectCodec codec) {
    return new MessageSettings(pool, initial, limit, order, codec);
  }

  /// The codec for objects.
  ///
  /// @throws SectionException if none is set
  ObjectCodec requireObjects() {
    if (objects instanceof NoObjects) {
      throw NoObjects.refusal();
    }
    return objects;
  }

  /// A codec of messages that hold no objects.
  private static final class NoObjects implements ObjectCodec {
    static final ObjectCodec CODEC = new NoObjects();

    @Override
    public void encode(Object value, OutputStream out) {
      throw refusal();
    }

    @Override
    public Object decode(InputStream in) {
      throw refusal();
    }

    private static SectionException refusal() {
      return new SectionException(
          "no objects in this message: its settings have no codec; set one with"
              + " MessageSettings.objects");
    }
  }
}
