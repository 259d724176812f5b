package io.penstock.cli.array;

/// Is told how far a long job is. Called by any thread, often.
@FunctionalInterface
public interface Progress {
  /// So many more bytes of input are done.
  void moved(long bytes);
}
