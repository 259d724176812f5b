import io.penstock.file.FileEngine;
import io.penstock.file.UringEngine;
import io.penstock.file.channel.ChannelEngine;
import io.penstock.file.mapped.MappedEngine;
import io.penstock.file.posix.PosixEngine;

/// Typed data between Java arrays and files at the speed of the hardware: pools of memory off the
/// heap, array files and their engines, data streams. The other modules of Penstock stand on this
/// one.
///
/// ```java
/// double[] field = new double[4096 * 4096];
/// try (ArrayFile file = ArrayFile.create(path, ElementType.DOUBLE, Shape.of(4096, 4096))) {
///   file.write(field);
/// }
/// try (ArrayFile file = ArrayFile.open(path)) {
///   file.read(Hyperslab.at(1024, 512).count(256, 256), tile);
/// }
/// ```
///
/// - [io.penstock.file.ArrayFile]: arrays of primitive types in raw and `.npy` files. Any number of
///   threads may use one at a time. What is created appears whole or not at all.
/// - [io.penstock.file.ByteFile]: bytes at any offset of a file, whole, by the same engines.
/// - [io.penstock.stream.ArrayDataInputStream], [io.penstock.stream.ArrayDataOutputStream] and
///   [io.penstock.stream.ArrayRandomAccessFile]: the JDK's data streams with whole arrays. One
///   belongs to one thread at a time.
/// - [io.penstock.memory.BufferPool]: leases of aligned memory, which end when they are closed.
/// - [io.penstock.array.Selection] and [io.penstock.array.Shape]: the elements to move, as values.
///
/// Restricted calls are made here alone: `--enable-native-access=io.penstock` grants them to all
/// modules. Where native access is denied, the JDK's channels move the bytes.
@SuppressWarnings("module") // the modules that see more of this one are built after it
module io.penstock {
  requires static org.jspecify;
  requires static jdk.jfr;

  exports io.penstock.array;
  exports io.penstock.array.convert to
      io.penstock.cli;
  exports io.penstock.array.kernel to
      io.penstock.message,
      io.penstock.mpi;
  exports io.penstock.array.pack;
  exports io.penstock.ffi to
      io.penstock.cli,
      io.penstock.message,
      io.penstock.mpi,
      io.penstock.tree,
      io.penstock.zstd;
  exports io.penstock.file;
  exports io.penstock.memory;
  exports io.penstock.stream;

  uses FileEngine;

  provides FileEngine with
      PosixEngine,
      PosixEngine.Direct,
      UringEngine,
      UringEngine.Direct,
      MappedEngine,
      ChannelEngine;
}
