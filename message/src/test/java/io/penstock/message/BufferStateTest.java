package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.object.JdkObjectCodec;
import java.lang.foreign.Arena;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every call in every state: it works, or the error names the state.
class BufferStateTest {
  private static final Map<String, Consumer<MessageBuffer>> WRITES =
      new TreeMap<>(
          Map.of(
              "begin", m -> m.begin(SectionType.INT),
              "put", m -> m.put(new int[1]),
              "put range", m -> m.put(new int[1], 0, 1),
              "put selection", m -> m.put(new int[1], Shape.of(1), Hyperslab.at(0)),
              "gather", m -> m.gather(new int[1], new int[1]),
              "gather long", m -> m.gather(new int[1], new long[1]),
              "write", m -> m.write(new int[1]),
              "write object", m -> m.writeObject("text"),
              "lend", m -> m.lend(Arena.ofAuto().allocate(8), SectionType.LONG),
              "commit", MessageBuffer::commit));

  private static final Map<String, Consumer<MessageBuffer>> READS =
      new TreeMap<>(
          Map.of(
              "sections", MessageBuffer::sectionsLeft,
              "next", MessageBuffer::nextType,
              "left", MessageBuffer::left,
              "open", m -> m.open(SectionType.INT),
              "get", m -> m.get(new int[0]),
              "get range", m -> m.get(new int[1], 0, 0),
              "scatter", m -> m.scatter(new int[1], new int[0]),
              "scatter long", m -> m.scatter(new int[1], new long[0]),
              "read", m -> m.read(new int[1]),
              "skip", MessageBuffer::skip));

  private static final Map<String, Consumer<MessageBuffer>> TRANSPORTS =
      new TreeMap<>(
          Map.of(
              "bytes", m -> m.wire().messageBytes(),
              "parts", m -> m.wire().parts(),
              "memory", m -> m.wire().memory(0),
              "offset", m -> m.wire().offset(0),
              "part", m -> m.wire().bytes(0),
              "buffer", m -> m.wire().buffer(0, 0)));

  static Stream<Arguments> misuses() {
    return Stream.of(
            calls(WRITES, EnumSet.of(BufferState.WRITING)),
            calls(READS, EnumSet.of(BufferState.READING)),
            calls(
                TRANSPORTS,
                EnumSet.of(BufferState.COMMITTED, BufferState.READING, BufferState.ARRIVING)),
            calls(
                Map.of("rewind", MessageBuffer::rewind),
                EnumSet.of(BufferState.COMMITTED, BufferState.READING)),
            calls(
                Map.of("clear", MessageBuffer::clear, "hold", m -> m.wire().hold()),
                EnumSet.complementOf(EnumSet.of(BufferState.FREE))),
            calls(
                Map.of("arriving", m -> m.wire().arriving(32)), EnumSet.noneOf(BufferState.class)),
            calls(Map.of("arrived", m -> m.wire().arrived()), EnumSet.of(BufferState.ARRIVING)))
        .flatMap(s -> s);
  }

  private static Stream<Arguments> calls(
      Map<String, Consumer<MessageBuffer>> calls, Set<BufferState> allowed) {
    return calls.keySet().stream()
        .flatMap(
            name ->
                Stream.of(BufferState.values())
                    .map(
                        state ->
                            Arguments.of(name, state, allowed.contains(state), calls.get(name))));
  }

  /// A buffer with two sections of an int, the first of which is open where there is such a thing.
  private static MessageBuffer in(BufferState state, CountingPool pool) {
    MessageBuffer buffer =
        new MessageBuffer(MessageSettings.growing().pool(pool).objects(JdkObjectCodec.allowing()));
    buffer.write(new int[1]).write(new int[1]);
    switch (state) {
      case WRITING -> {}
      case COMMITTED -> buffer.commit();
      case READING -> {
        buffer.commit().rewind().open(SectionType.INT);
        buffer.skip();
      }
      case ARRIVING -> {
        buffer.clear().wire().arriving(32);
        try (MessageBuffer empty = new MessageBuffer().commit()) {
          buffer.wire().buffer(0, 0).put(Delivery.bytes(empty));
        }
      }
      case FREE -> buffer.close();
    }
    return buffer;
  }

  @ParameterizedTest(name = "{0} while {1}: {2}")
  @MethodSource("misuses")
  void aCallWorksOrItsErrorNamesTheState(
      String name, BufferState state, boolean works, Consumer<MessageBuffer> call) {
    CountingPool pool = new CountingPool();
    MessageBuffer buffer = in(state, pool);
    assertThat(buffer.state()).isEqualTo(state);
    if (works) {
      assertThatCode(() -> call.accept(buffer)).doesNotThrowAnyException();
    } else {
      String named =
          name.equals("arriving") && state == BufferState.WRITING ? "clear()" : "" + state;
      assertThatIllegalStateException()
          .isThrownBy(() -> call.accept(buffer))
          .withMessageContaining(named);
      assertThat(buffer.state()).isEqualTo(state);
    }
    if (name.equals("hold") && works) {
      buffer.wire().letGo();
    }
    buffer.close();
    assertThat(pool.live()).isZero();
  }

  @Test
  void aBufferThatIsHeldIsNeitherClearedNorClosed() {
    CountingPool pool = new CountingPool();
    MessageBuffer buffer = in(BufferState.COMMITTED, pool);
    buffer.wire().hold();
    buffer.wire().hold();
    buffer.wire().letGo();
    assertThatIllegalStateException().isThrownBy(buffer::clear).withMessageContaining("transport");
    assertThatIllegalStateException().isThrownBy(buffer::close).withMessageContaining("transport");
    assertThat(pool.live()).isPositive();
    buffer.wire().letGo();
    assertThatIllegalStateException().isThrownBy(() -> buffer.wire().letGo());
    buffer.close();
    assertThat(pool.live()).isZero();
  }

  @Test
  void nothingIsGotWhereNoSectionIsOpen() {
    CountingPool pool = new CountingPool();
    try (MessageBuffer buffer = in(BufferState.COMMITTED, pool).rewind()) {
      assertThatIllegalStateException().isThrownBy(() -> buffer.get(new int[1]));
      assertThatIllegalStateException().isThrownBy(buffer::skip);
      assertThat(buffer.left()).isZero();
    }
  }
}
