package io.penstock.evaluate.messages;

import io.penstock.message.Communicator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A message that is memory of the program itself, sent from where it is and received to where it
/// is to be.
final class OwnedCargo implements Line {
  private static final int TAG = 7;
  private static final int NUMBER_TAG = 8;

  private final Communicator world;
  private final Object data;
  private final MemorySegment message;
  private final int other;
  private final long[] number = new long[1];

  private OwnedCargo(Communicator world, Object data, MemorySegment message) {
    this.world = world;
    this.data = data;
    this.message = message;
    other = 1 - world.rank();
  }

  /// In a byte array.
  static Line array(Communicator world, long bytes) {
    byte[] array = new byte[Math.toIntExact(bytes)];
    return new OwnedCargo(world, array, MemorySegment.ofArray(array));
  }

  /// In a segment outside the heap.
  static Line segment(Communicator world, long bytes) {
    MemorySegment segment = Arena.ofAuto().allocate(bytes, 4096);
    return new OwnedCargo(world, segment, segment);
  }

  @Override
  public MemorySegment message() {
    return message;
  }

  @Override
  public void send() {
    world.send(data, other, TAG);
  }

  @Override
  public void receive() {
    world.receive(data, other, TAG);
  }

  @Override
  public void tell(long told) {
    number[0] = told;
    world.send(number, other, NUMBER_TAG);
  }

  @Override
  public long hear() {
    world.receive(number, other, NUMBER_TAG);
    return number[0];
  }

  @Override
  public void close() {
    world.close();
  }
}
