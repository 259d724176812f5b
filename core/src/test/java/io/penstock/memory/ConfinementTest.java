package io.penstock.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// Memory of one thread that others reach while it waits for them.
class ConfinementTest {
  @Test
  void aConfinedSegmentIsAccessibleBySomeThreadsAlone() {
    try (Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      assertThat(Confinement.confines(confined.allocate(10))).isTrue();
      assertThat(Confinement.confines(shared.allocate(10))).isFalse();
      assertThat(Confinement.confines(MemorySegment.ofArray(new byte[10]))).isFalse();
    }
  }

  @Test
  void anotherThreadWritesLiftedMemory() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment own = arena.allocate(10);
      MemorySegment lifted = Confinement.lift(own);
      assertThat(lifted.byteSize()).isEqualTo(10);
      OtherThread.run(() -> lifted.set(JAVA_BYTE, 9, (byte) 7));
      assertThat(own.get(JAVA_BYTE, 9)).isEqualTo((byte) 7);
    }
  }

  @Test
  void memoryThatHasGoneIsNotLifted() {
    Arena arena = Arena.ofShared();
    MemorySegment gone = arena.allocate(10);
    arena.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> Confinement.lift(gone))
        .withMessage("Already closed");
  }

  @Test
  void nobodyLiftsWhatIsAnothers() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment own = arena.allocate(10);
      OtherThread.run(
          () ->
              assertThatThrownBy(() -> Confinement.lift(own))
                  .isInstanceOf(WrongThreadException.class)
                  .hasMessage("the memory is confined to another thread"));
    }
  }
}
