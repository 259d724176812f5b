package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A message of more than 2 GiB, in memory that is mapped from files of holes: only the pages that
/// are written take place.
class GiantMessageTest {
  private static final long ELEMENTS = (1L << 31) + 5;

  @TempDir Path folder;

  /// Memory of which only what is touched exists.
  private MemorySegment sparse(Arena arena, String name, long bytes) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            folder.resolve(name),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      return file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    }
  }

  @Test
  void aLentSectionOfMoreThanTwoGibibytesTravelsWhole() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lent = sparse(arena, "lent", ELEMENTS);
      lent.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
      lent.set(ValueLayout.JAVA_BYTE, 1L << 31, (byte) 2);
      lent.set(ValueLayout.JAVA_BYTE, ELEMENTS - 1, (byte) 3);
      MemorySegment room = sparse(arena, "room", ELEMENTS + 4096);
      MessageSettings settings =
          MessageSettings.growing().limit(ELEMENTS + 4096).pool(new SegmentPool(room));
      try (MessageBuffer sent = new MessageBuffer();
          MessageBuffer received = new MessageBuffer(settings)) {
        sent.write(new int[] {7}).lend(lent, SectionType.BYTE).write(new int[] {8}).commit();
        assertThat(sent.wire().messageBytes()).isGreaterThan(Integer.MAX_VALUE);
        assertThat(sent.wire().buffer(1, 0).remaining()).isEqualTo(Integer.MAX_VALUE - 8);
        assertThat(sent.wire().buffer(1, 1L << 31).remaining()).isEqualTo(5);
        assertThat(sent.wire().buffer(1, 1L << 31).get()).isEqualTo((byte) 2);
        deliverEnds(sent, received);
        int[] one = new int[1];
        received.read(one);
        assertThat(one).containsExactly(7);
        assertThat(received.open(SectionType.BYTE)).isEqualTo(ELEMENTS);
        verify(received);
        received.read(one);
        assertThat(one).containsExactly(8);
      }
    }
  }

  /// Copies what is not a hole.
  private static void deliverEnds(MessageBuffer sent, MessageBuffer received) {
    Wire from = sent.wire();
    received.wire().arriving(from.messageBytes());
    MemorySegment to = received.wire().memory(0);
    long at = received.wire().offset(0);
    for (int part = 0; part < from.parts(); part++) {
      long bytes = from.bytes(part);
      for (long done = 0; done < bytes; done += 1L << 20) {
        long some = Math.min(1L << 20, bytes - done);
        if (done < 1L << 20 || done == 1L << 31 || bytes - done == some) {
          MemorySegment.copy(from.memory(part), from.offset(part) + done, to, at + done, some);
        }
      }
      at += bytes;
    }
    received.wire().arrived();
  }

  private static void verify(MessageBuffer received) {
    byte[] piece = new byte[1 << 28];
    for (long done = 0; done < ELEMENTS; ) {
      int some = (int) Math.min(piece.length, ELEMENTS - done);
      received.get(piece, 0, some);
      assertThat(piece[0]).isEqualTo((byte) (done == 0 ? 1 : done == 1L << 31 ? 2 : 0));
      done += some;
      if (done == ELEMENTS) {
        assertThat(piece[some - 1]).isEqualTo((byte) 3);
      }
    }
    assertThat(received.left()).isZero();
  }
}
