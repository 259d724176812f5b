package io.penstock.evaluate.messages;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;

/// Netty's allocators at their best: direct buffers, on threads of Netty's own kind.
///
/// @param allocator one of them
/// @param trimmed what gives back what the calling thread keeps
record Netty(ByteBufAllocator allocator, Runnable trimmed) implements Allocator<ByteBuf> {
  static Netty pooled() {
    PooledByteBufAllocator pooled = new PooledByteBufAllocator(true);
    return new Netty(pooled, pooled::trimCurrentThreadCache);
  }

  static Netty adaptive() {
    return new Netty(new AdaptiveByteBufAllocator(true), () -> {});
  }

  @Override
  public Thread thread(Runnable task) {
    return new FastThreadLocalThread(task);
  }

  @Override
  public ByteBuf allocate(long bytes) {
    return allocator.directBuffer((int) bytes);
  }

  @Override
  public void release(ByteBuf block) {
    block.release();
  }

  @Override
  public MemorySegment memory(ByteBuf block) {
    return MemorySegment.ofBuffer(block.internalNioBuffer(0, block.capacity()));
  }

  @Override
  public OptionalLong heldBytes() {
    return allocator instanceof ByteBufAllocatorMetricProvider provider
        ? OptionalLong.of(provider.metric().usedDirectMemory())
        : OptionalLong.empty();
  }

  @Override
  public void trim() {
    trimmed.run();
  }
}
