package io.penstock.evaluate.messages;

import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageSettings;
import java.lang.foreign.MemorySegment;

/// A message that is written into a message buffer to be sent, and read out of one when it has been
/// received, as the document's system does with every message. The buffers' memory comes from a
/// pool and goes back to it each time.
final class BufferCargo implements Line {
  private static final int TAG = 7;

  private final Communicator world;
  private final BufferPool pool;
  private final byte[] data;
  private final MessageBuffer buffer;
  private final Line numbers;

  /// @param world of the ranks
  /// @param pool of this rank alone
  /// @param bytes of a message
  BufferCargo(Communicator world, BufferPool pool, long bytes) {
    this.world = world;
    this.pool = pool;
    data = new byte[Math.toIntExact(bytes)];
    buffer = new MessageBuffer(MessageSettings.growing().pool(pool));
    numbers = OwnedCargo.array(world, 1);
  }

  @Override
  public MemorySegment message() {
    return MemorySegment.ofArray(data);
  }

  @Override
  public void send() {
    buffer.clear().write(data).commit();
    world.send(buffer, 1 - world.rank(), TAG);
  }

  @Override
  public void receive() {
    world.receive(buffer.clear(), 1 - world.rank(), TAG);
    buffer.rewind().read(data);
  }

  @Override
  public void tell(long told) throws Exception {
    numbers.tell(told);
  }

  @Override
  public long hear() throws Exception {
    return numbers.hear();
  }

  @Override
  public void close() {
    buffer.close();
    world.close();
    pool.close();
  }
}
