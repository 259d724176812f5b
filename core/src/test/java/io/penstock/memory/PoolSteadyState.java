package io.penstock.memory;

import io.penstock.testing.AllocatedBytes;
import java.util.SplittableRandom;
import java.util.concurrent.Exchanger;

/// A program that takes and releases blocks again and again, and says how many bytes of heap each
/// round of it cost.
final class PoolSteadyState {
  private static final int ROUNDS = 12;
  private static final int CALLS = 20_000;

  private PoolSteadyState() {}

  /// Arguments: `pairs`, `mix` or `handoff`. Prints bytes a call, by rounds.
  public static void main(String[] arguments) throws InterruptedException {
    switch (arguments[0]) {
      case "pairs" -> rounds(new Pairs());
      case "mix" -> rounds(new Mix());
      default -> handOff();
    }
  }

  private static void rounds(Runnable work) {
    StringBuilder said = new StringBuilder();
    for (int i = 0; i < ROUNDS; i++) {
      long before = AllocatedBytes.now();
      work.run();
      said.append((AllocatedBytes.now() - before) / (double) CALLS).append(' ');
    }
    System.out.println(said.toString().trim());
  }

  /// One block after another, of every size there is.
  private static final class Pairs implements Runnable {
    private final BufferPool pool = BufferPool.shared();

    @Override
    public void run() {
      for (int i = 0; i < CALLS; i++) {
        Block block = pool.take((4L << 20) >>> (i & 15));
        block.buffer().put(0, (byte) i);
        block.release();
      }
    }
  }

  /// A hundred blocks out at a time.
  private static final class Mix implements Runnable {
    private final BufferPool pool = BufferPool.shared();
    private final Block[] live = new Block[100];
    private final int[] sizes = new int[1024];

    Mix() {
      SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = 1 << random.nextInt(16);
      }
      for (int i = 0; i < live.length; i++) {
        live[i] = pool.take(sizes[i]);
      }
    }

    @Override
    public void run() {
      for (int i = 0; i < CALLS; i++) {
        int at = (i * 31 & 0xFFFF) % live.length;
        live[at].release();
        live[at] = pool.take(sizes[i & 1023]);
      }
    }
  }

  /// Blocks that one thread takes and another releases, a thousand at a time.
  private static void handOff() throws InterruptedException {
    Exchanger<Block[]> exchanger = new Exchanger<>();
    Block[] first = new Block[1000];
    Block[] second = new Block[1000];
    Thread consumer = Thread.ofPlatform().daemon().start(() -> consume(exchanger, second));
    StringBuilder said = new StringBuilder();
    Block[] batch = first;
    for (int i = 0; i < ROUNDS; i++) {
      long allocated = 0;
      for (int j = 0; j < CALLS / 1000; j++) {
        long before = AllocatedBytes.now();
        for (int k = 0; k < batch.length; k++) {
          batch[k] = BufferPool.shared().take(1000);
        }
        allocated += AllocatedBytes.now() - before;
        batch = exchanger.exchange(batch);
      }
      said.append(allocated / (double) CALLS).append(' ');
    }
    consumer.interrupt();
    System.out.println(said.toString().trim());
  }

  private static void consume(Exchanger<Block[]> exchanger, Block[] empty) {
    Block[] batch = empty;
    try {
      while (true) {
        batch = exchanger.exchange(batch);
        for (Block block : batch) {
          block.release();
        }
      }
    } catch (InterruptedException e) {
      // the other thread has seen enough
    }
  }
}
