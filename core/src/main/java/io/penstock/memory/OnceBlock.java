package io.penstock.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/// A block that is made for one user: a second release is always noticed, by whomever and whenever.
final class OnceBlock extends Once implements Block {
  /// The JDK makes no longer ones.
  private static final long LONGEST_BUFFER = Integer.MAX_VALUE - 8;

  private final Regions.Extent extent;
  private final long asked;
  private final Consumer<OnceBlock> home;
  private final ByteBuffer buffer;

  /// @param home takes the block when it is released
  OnceBlock(Regions.Extent extent, long asked, Consumer<OnceBlock> home) {
    this.extent = extent;
    this.asked = asked;
    this.home = home;
    MemorySegment memory = extent.memory();
    this.buffer =
        Confinement.buffer(memory.asSlice(0, Math.min(memory.byteSize(), LONGEST_BUFFER)));
  }

  @Override
  public MemorySegment memory() {
    return extent.memory();
  }

  @Override
  public ByteBuffer buffer() {
    return buffer;
  }

  Regions.Extent extent() {
    return extent;
  }

  long asked() {
    return asked;
  }

  @Override
  public void release() {
    claim("the block was released before");
    home.accept(this);
  }
}
