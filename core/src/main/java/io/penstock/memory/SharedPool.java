package io.penstock.memory;

/// Holds the pool of the process, made when it is first asked for.
final class SharedPool {
  static final BufferPool POOL = new PlainPool();

  private SharedPool() {}
}
