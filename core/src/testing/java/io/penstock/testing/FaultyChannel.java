package io.penstock.testing;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.Queue;

/// A file channel whose positional transfers move less than they were asked to, or nothing, as
/// those of a device that is nearly full.
public final class FaultyChannel extends ForwardedChannel {
  /// What befell the channels of one file system.
  public static final class Faults {
    private final Queue<Integer> most = new ArrayDeque<>();
    private BeforeWrite beforeWrite = _ -> {};
    private AfterSize afterSize = () -> {};
    private int sizesBefore;
    private int unmappable;
    private int unclosable;
    private int opened;
    private int closed;
    private int forced;

    /// No faults yet.
    public Faults() {}

    /// The next transfers, of which each moves so many bytes at the most.
    public Faults moving(int... bytes) {
      for (int each : bytes) {
        most.add(each);
      }
      return this;
    }

    /// What happens before each write.
    public interface BeforeWrite {
      /// Lets it happen.
      void at(long position) throws IOException;
    }

    /// Lets something happen before each write.
    public Faults before(BeforeWrite event) {
      beforeWrite = event;
      return this;
    }

    /// What happens once, after somebody was told a size.
    public interface AfterSize {
      /// Lets it happen.
      void happen() throws IOException;
    }

    /// Lets something happen right after a size was told, for the how-manieth time from now on.
    public Faults afterSize(int time, AfterSize event) {
      sizesBefore = time;
      afterSize = event;
      return this;
    }

    /// The next so many mappings fail.
    public Faults failingMappings(int times) {
      unmappable = times;
      return this;
    }

    /// The next so many channels that are closed say that this has failed, and are closed all the
    /// same.
    public Faults failingCloses(int times) {
      unclosable = times;
      return this;
    }

    /// Whether all of them have come.
    public boolean areMet() {
      return most.isEmpty();
    }

    /// How many channels are open.
    public int open() {
      return opened - closed;
    }

    /// How often one was written to its device.
    public int forced() {
      return forced;
    }

    /// A channel that has them.
    public FileChannel of(FileChannel channel) {
      opened++;
      return new FaultyChannel(channel, this);
    }
  }

  private final Faults faults;

  private FaultyChannel(FileChannel channel, Faults faults) {
    super(channel);
    this.faults = faults;
  }

  private interface Transfer {
    int of(ByteBuffer buffer) throws IOException;
  }

  private int some(ByteBuffer buffer, Transfer transfer) throws IOException {
    Integer most = faults.most.poll();
    if (most == null) {
      return transfer.of(buffer);
    }
    int n = Math.min(most, buffer.remaining());
    ByteBuffer part = buffer.slice(buffer.position(), n);
    int moved = n == 0 ? 0 : transfer.of(part);
    buffer.position(buffer.position() + Math.max(0, moved));
    return moved;
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    return some(target, buffer -> channel.read(buffer, position));
  }

  @Override
  public int write(ByteBuffer source, long position) throws IOException {
    faults.beforeWrite.at(position);
    return some(source, buffer -> channel.write(buffer, position));
  }

  @Override
  public long size() throws IOException {
    long told = channel.size();
    if (--faults.sizesBefore == 0) {
      faults.afterSize.happen();
    }
    return told;
  }

  @Override
  public void force(boolean all) throws IOException {
    faults.forced++;
    channel.force(all);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    faults.closed++;
    channel.close();
    if (faults.unclosable > 0) {
      faults.unclosable--;
      throw new IOException("the device failed");
    }
  }

  @Override
  public MemorySegment map(MapMode mode, long offset, long size, Arena arena) throws IOException {
    if (faults.unmappable > 0) {
      faults.unmappable--;
      throw new IOException("no room for a mapping");
    }
    return channel.map(mode, offset, size, arena);
  }
}
