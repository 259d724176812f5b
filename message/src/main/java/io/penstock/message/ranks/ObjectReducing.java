package io.penstock.message.ranks;

import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/// Reductions of objects, up a binomial tree: what is combined always belongs to neighbouring runs
/// of ranks, the lower on the left.
///
/// A rank that cannot combine, write or read an object sends the reason on instead of a result, so
/// that no other one waits for it.
final class ObjectReducing {
  private static final int OBJECT = 0;
  private static final int FAILURE = 1;

  private final Collective call;
  private final ObjectMessages objects;
  private final BinaryOperator<Object> operator;

  ObjectReducing(Collective call, ObjectMessages objects, BinaryOperator<Object> operator) {
    this.call = call;
    this.objects = objects;
    this.operator = operator;
  }

  /// The result of a run of ranks, or the reason why there is none.
  ///
  /// @param value the result; nothing if there is none
  /// @param reason why not; empty if there is a result
  /// @param own the failure of this rank; nothing if it is another's
  private record Result(@Nullable Object value, String reason, @Nullable RuntimeException own) {
    static Result of(Object value) {
      return new Result(value, "", null);
    }

    static Result failed(int rank, RuntimeException why) {
      return new Result(null, String.format(Locale.ROOT, "rank %d: %s", rank, why), why);
    }

    /// The failure of this rank, or what another one has found.
    Result or(Result other) {
      return own == null ? other : this;
    }

    Object orThrow() {
      if (own != null) {
        throw own;
      }
      if (value == null) {
        throw new MessageException("the objects cannot be reduced: " + reason);
      }
      return value;
    }
  }

  /// Reduces to one rank.
  ///
  /// @return empty at the others
  Optional<Object> reduce(Object mine, int root) {
    Result result = upTheTree(Result.of(mine));
    if (root != 0 && call.rank() == 0) {
      result = send(result, root);
    } else if (root != 0 && call.rank() == root) {
      result = result.or(receive(0));
    }
    Object value = result.orThrow();
    return call.rank() == root ? Optional.of(value) : Optional.empty();
  }

  /// Reduces, and tells all ranks.
  Object allReduce(Object mine) {
    Result result = upTheTree(Result.of(mine));
    DataMovement movement = new DataMovement(call);
    if (call.rank() == 0) {
      Message message = Message.of(result, call.rank(), objects);
      movement.broadcast(message.head(), 0);
      movement.broadcast(message.body(), 0);
      return message.result().orThrow();
    }
    long[] head = new long[2];
    movement.broadcast(Region.of(head), 0);
    Region bytes = room(head);
    movement.broadcast(bytes, 0);
    return result.or(read(head, bytes, 0)).orThrow();
  }

  /// At rank 0 the result of all; elsewhere what this rank has sent on.
  private Result upTheTree(Result mine) {
    Result result = mine;
    int rank = call.rank();
    for (int bit = 1; bit < call.size(); bit *= 2) {
      if ((rank & bit) != 0) {
        return send(result, rank - bit);
      }
      if (rank + bit < call.size()) {
        result = combined(result, receive(rank + bit));
      }
    }
    return result;
  }

  private Result combined(Result left, Result right) {
    if (left.value() == null || right.value() == null) {
      return left.value() == null ? left : right;
    }
    try {
      return Result.of(
          Objects.requireNonNull(
              operator.apply(left.value(), right.value()), "the operator returned null"));
    } catch (RuntimeException e) {
      return Result.failed(call.rank(), e);
    }
  }

  // ---- messages --------------------------------------------------------------------------------

  /// A result as it travels.
  private static final class Message {
    private final Result result;
    private final int kind;
    private final byte[] bytes;

    private Message(Result result, int kind, byte[] bytes) {
      this.result = result;
      this.kind = kind;
      this.bytes = bytes;
    }

    /// The result, or that it cannot be written.
    static Message of(Result result, int rank, ObjectMessages objects) {
      if (result.value() == null) {
        return new Message(result, FAILURE, result.reason().getBytes(StandardCharsets.UTF_8));
      }
      try {
        return new Message(result, OBJECT, objects.encode(result.value()));
      } catch (RuntimeException e) {
        return of(Result.failed(rank, e), rank, objects);
      }
    }

    /// What is in it.
    Result result() {
      return result;
    }

    Region head() {
      return Region.of(new long[] {kind, bytes.length});
    }

    Region body() {
      return Region.of(bytes);
    }
  }

  /// @return what was sent
  private Result send(Result result, int to) {
    Message message = Message.of(result, call.rank(), objects);
    call.sendAll(message.head(), to);
    call.sendAll(message.body(), to);
    return message.result();
  }

  private Result receive(int from) {
    long[] head = new long[2];
    call.receiveAll(Region.of(head), from);
    Region bytes = room(head);
    call.receiveAll(bytes, from);
    return read(head, bytes, from);
  }

  private Region room(long[] head) {
    return call.scratch(MessageKind.BYTE, head[1]);
  }

  private Result read(long[] head, Region bytes, int from) {
    if (head[0] == FAILURE) {
      byte[] text = bytes.memory().toArray(ValueLayout.JAVA_BYTE);
      return new Result(null, new String(text, StandardCharsets.UTF_8), null);
    }
    try {
      return Result.of(objects.decode(bytes.memory(), from));
    } catch (RuntimeException e) {
      return Result.failed(call.rank(), e);
    }
  }
}
