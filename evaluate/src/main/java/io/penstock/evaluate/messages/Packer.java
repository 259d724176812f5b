package io.penstock.evaluate.messages;

/// One way of packing and unpacking. For one thread.
interface Packer extends AutoCloseable {
  /// Packs, or unpacks where the layout says so: what is timed.
  void run();

  /// Sets what will be unpacked.
  void load(double[] values);

  /// What was packed, or loaded, last: a `double[]` or an `int[]`.
  Object packed();

  @Override
  void close();
}
