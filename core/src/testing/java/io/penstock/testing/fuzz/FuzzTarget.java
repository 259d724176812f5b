package io.penstock.testing.fuzz;

import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.util.List;

/// A decoder of what a stranger may send, and what its contract says of any input: it returns or
/// throws its own kind of exception, with a message of one line, within memory that is a stated
/// multiple of the input's length.
///
/// Belongs to one thread at a time. Closing it gives back what it holds besides.
public abstract class FuzzTarget implements AutoCloseable {
  /// As many as a test of every day runs.
  private static final int USUAL_INPUTS = 20_000;

  private static final long MANY_INPUTS = 1_000_000;

  private final String name;
  private final Class<? extends Exception> refusal;
  private final long base;
  private final long factor;

  /// Describes a decoder.
  ///
  /// @param name of the decoder, and of the folder of its corpus
  /// @param refusal what it throws at bad input
  /// @param base bytes of the heap that any input may take
  /// @param factor bytes of the heap that each byte of the input may take besides
  protected FuzzTarget(String name, Class<? extends Exception> refusal, long base, long factor) {
    this.name = name;
    this.refusal = refusal;
    this.base = base;
    this.factor = factor;
  }

  /// By which a campaign is asked for.
  public final String name() {
    return name;
  }

  /// Whether the decoder's contract has this exception.
  final boolean refuses(Throwable thrown) {
    return refusal.isInstance(thrown);
  }

  /// The most bytes of the heap that an input of this length may take.
  final long mostBytes(int length) {
    return base + factor * length;
  }

  /// The bound of memory in words.
  final String bound() {
    return String.format("%d KiB + %d", base >> 10, factor);
  }

  /// How many inputs a test of every day runs; fewer for a slow decoder.
  public int inputs() {
    return USUAL_INPUTS;
  }

  /// How many inputs a long campaign runs; fewer for a slow decoder.
  public long longInputs() {
    return MANY_INPUTS;
  }

  /// Inputs that the decoder accepts, made by this project's writers and by others.
  ///
  /// @throws Exception if one cannot be made
  public abstract List<byte[]> seeds() throws Exception;

  /// Words of the format, which mutations put into inputs.
  public List<byte[]> words() {
    return List.of();
  }

  /// The input with its checksums made right, so that what is behind them is reached; the input
  /// itself where there are none.
  public byte[] mended(byte[] input) {
    return input;
  }

  /// Decodes an input to its end, and checks what comes out.
  ///
  /// @throws Exception the kind that this target states, if the input is refused
  public abstract void decode(byte[] input) throws Exception;

  /// What the decoder still holds: the same before and after each input.
  public long held() {
    return BufferPool.shared().statistics().liveBlocks();
  }

  @Override
  public void close() throws IOException {}
}
