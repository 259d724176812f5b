package io.penstock.testing;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/// A file channel that hands every call on to another one.
public abstract class ForwardedChannel extends FileChannel {
  protected final FileChannel channel;

  protected ForwardedChannel(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public void force(boolean metadata) throws IOException {
    channel.force(metadata);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    channel.close();
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    return channel.read(target);
  }

  @Override
  public long read(ByteBuffer[] targets, int from, int count) throws IOException {
    return channel.read(targets, from, count);
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    return channel.write(source);
  }

  @Override
  public long write(ByteBuffer[] sources, int from, int count) throws IOException {
    return channel.write(sources, from, count);
  }

  @Override
  public long position() throws IOException {
    return channel.position();
  }

  @Override
  public FileChannel position(long position) throws IOException {
    return channel.position(position);
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    return channel.truncate(size);
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    return channel.transferTo(position, count, target);
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count)
      throws IOException {
    return channel.transferFrom(source, position, count);
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    return channel.read(target, position);
  }

  @Override
  public int write(ByteBuffer source, long position) throws IOException {
    return channel.write(source, position);
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
    return channel.map(mode, position, size);
  }

  @Override
  public MemorySegment map(MapMode mode, long offset, long size, Arena arena) throws IOException {
    return channel.map(mode, offset, size, arena);
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) throws IOException {
    return channel.lock(position, size, shared);
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    return channel.tryLock(position, size, shared);
  }
}
