package io.penstock.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A pipe(7) of the system's: who reads it waits until a test has put something in.
public final class Pipe implements AutoCloseable {
  private static final NativeAccess.Symbols SYMBOLS = NativeAccess.Symbols.ofProcess();

  private final int outlet;
  private final int inlet;

  private Pipe(int outlet, int inlet) {
    this.outlet = outlet;
    this.inlet = inlet;
  }

  /// One with nothing in it.
  public static Pipe open() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment both = arena.allocate(ValueLayout.JAVA_INT, 2);
      assertThat(call("pipe", both.address(), 0, 0)).isZero();
      return new Pipe(
          both.getAtIndex(ValueLayout.JAVA_INT, 0), both.getAtIndex(ValueLayout.JAVA_INT, 1));
    }
  }

  /// The descriptor by which it is read.
  public int descriptor() {
    return outlet;
  }

  /// Puts so many bytes in, each a 7.
  public void put(int count) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(count).fill((byte) 7);
      assertThat(call("write", inlet, bytes.address(), count)).isEqualTo(count);
    }
  }

  @Override
  public void close() {
    assertThat(call("close", inlet, 0, 0)).isZero();
    assertThat(call("close", outlet, 0, 0)).isZero();
  }

  private static int call(String name, long a, long b, long c) {
    try (Arena arena = Arena.ofConfined()) {
      return LibC.number(SYMBOLS.function(name), LibC.errno(arena), a, b, c, 0);
    }
  }
}
