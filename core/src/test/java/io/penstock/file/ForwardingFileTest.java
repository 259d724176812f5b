package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// An engine's file in front of another one, and the state that a transfer borrows.
class ForwardingFileTest {
  private final List<String> asked = new ArrayList<>();

  /// Answers each call by what no file would by chance.
  private EngineFile other() {
    return (EngineFile)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {EngineFile.class},
            (_, method, _) -> {
              asked.add(method.getName());
              Class<?> result = method.getReturnType();
              if (result == long.class) {
                return 4711L;
              }
              if (result == int.class) {
                return 4096;
              }
              if (result == boolean.class) {
                return true;
              }
              if (result == MemorySegment.class) {
                return MemorySegment.ofArray(new byte[9]);
              }
              if (result == OptionalInt.class) {
                return OptionalInt.of(7);
              }
              return result == Optional.class ? Optional.of(Path.of("opened")) : null;
            });
  }

  private static ForwardingFile before(EngineFile other) {
    return new ForwardingFile(other) {
      @Override
      public String explain() {
        return "before";
      }
    };
  }

  @Test
  void whatIsNotDoneInAnotherWayIsLeftToTheFileBehind() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(10);
      ForwardingFile file = before(other());
      file.read(0, memory, 0, 1);
      file.write(0, memory, 0, 1);
      assertThat(file.readNow(0, memory, 0, 1)).isEqualTo(4711);
      assertThat(file.tryRead(0, new byte[1], 0, 1)).isEqualTo(4711);
      assertThat(file.tryReadNow(0, new byte[1], 0, 1)).isEqualTo(4711);
      assertThat(file.ringDescriptor()).isEqualTo(4096);
      assertThat(file.cached(0, 1)).isTrue();
      assertThat(file.fillsHoles()).isTrue();
      assertThat(file.alignment()).isEqualTo(4096);
      assertThat(file.preferredBytes()).isEqualTo(4096);
      assertThat(file.size()).isEqualTo(4711);
      file.reserve(1);
      file.resize(1);
      file.sync();
      file.advise(0, 1, Advice.RANDOM);
      assertThat(file.map(0, 1, arena).byteSize()).isEqualTo(9);
      assertThat(file.openPath()).hasValue(Path.of("opened"));
      assertThat(file.descriptor()).hasValue(7);
      file.close();
    }
    assertThat(asked)
        .containsExactly(
            "read",
            "write",
            "readNow",
            "tryRead",
            "tryReadNow",
            "ringDescriptor",
            "cached",
            "fillsHoles",
            "alignment",
            "preferredBytes",
            "size",
            "reserve",
            "resize",
            "sync",
            "advise",
            "map",
            "openPath",
            "descriptor",
            "close");
  }

  @Test
  void aTransferBorrowsAChunkThatTheNextOneHasAgain() {
    TransferContext first = TransferContext.take(new int[1]);
    assertThat(first.offHeap()).isNull();
    assertThat(first.chunk.byteSize()).isGreaterThanOrEqualTo(Access.LARGEST_CHUNK);
    long address = first.chunk.address();
    first.release();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment offHeap = arena.allocate(10);
      TransferContext second = TransferContext.take(offHeap);
      assertThat(second).isSameAs(first);
      assertThat(second.chunk.address()).isEqualTo(address);
      assertThat(second.offHeap()).isSameAs(offHeap);
      assertThat(second.memory()).isSameAs(offHeap);
      second.release();
    }
    TransferContext third = TransferContext.take(MemorySegment.ofArray(new byte[1]));
    assertThat(third.offHeap()).isNull();
    third.release();
  }

  @Test
  void aChunkIsAlignedAsTheFileIs() {
    EngineFile file = before(other()); // of pages
    assertThat(TransferContext.pad(file, 0)).isZero();
    assertThat(TransferContext.pad(file, 4096)).isZero();
    assertThat(TransferContext.pad(file, 4095)).isEqualTo(4095);
    assertThat(TransferContext.pad(file, 10_000)).isEqualTo(1808);
  }
}
