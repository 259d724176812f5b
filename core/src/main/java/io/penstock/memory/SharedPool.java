package io.penstock.memory;

/// The pool of the process, made when it is first asked for.
final class SharedPool extends CachedPool {
  static final BufferPool POOL =
      Boolean.getBoolean("penstock.memory.strict")
          ? StrictPool.endless(new SharedPool())
          : new SharedPool();

  private SharedPool() {
    super(PoolOptions.defaults());
  }

  /// Others use the pool too: it stays as it is.
  @Override
  public void close() {}
}
