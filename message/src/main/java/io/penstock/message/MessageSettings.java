package io.penstock.message;

import io.penstock.memory.BufferPool;
import io.penstock.object.ObjectCodec;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Optional;

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
/// @param objects what turns objects into bytes, if the message may hold objects
public record MessageSettings(
    BufferPool pool, long initial, long limit, ByteOrder order, Optional<ObjectCodec> objects) {
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
        Optional.empty());
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
    return new MessageSettings(pool, initial, limit, order, Optional.of(codec));
  }
}
