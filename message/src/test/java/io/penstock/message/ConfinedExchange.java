package io.penstock.message;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.message.threads.RankThreads;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A program whose ranks exchange memory that is confined to their threads, in every way.
final class ConfinedExchange {
  private static final int COUNT = 50_000;

  private ConfinedExchange() {}

  public static void main(String[] arguments) {
    RankThreads.run(2, ConfinedExchange::exchange);
    System.out.println("all arrived");
  }

  private static void exchange(Communicator world) {
    try (Arena arena = Arena.ofConfined()) {
      Elements here = filled(arena, world.rank() + 1);
      Elements there = filled(arena, 0);
      int other = 1 - world.rank();
      world.sendReceive(here, other, 1, there, other, 1);
      require(there, other + 1);
      Request receive = world.ireceive(filled(arena, 0), other, 2);
      Request send = world.isend(here, other, 2);
      Request.awaitAll(send, receive);
      world.allReduce(here, here, Reduction.SUM);
      require(here, 3);
    }
  }

  private static Elements filled(Arena arena, int value) {
    MemorySegment segment = arena.allocate(ValueLayout.JAVA_INT, COUNT);
    for (int i = 0; i < COUNT; i++) {
      segment.setAtIndex(ValueLayout.JAVA_INT, i, value);
    }
    return Elements.of(segment, ElementType.INT);
  }

  private static void require(Elements elements, int value) {
    MemorySegment segment = (MemorySegment) elements.memory();
    for (int i = 0; i < COUNT; i++) {
      if (segment.getAtIndex(ValueLayout.JAVA_INT, i) != value) {
        throw new IllegalStateException("element " + i + " is not " + value);
      }
    }
  }
}
