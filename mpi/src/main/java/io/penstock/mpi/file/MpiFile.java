package io.penstock.mpi.file;

import io.penstock.collective.Hints;
import io.penstock.collective.Holes;
import io.penstock.ffi.FileName;
import io.penstock.file.OpenMode;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.MpiException;
import io.penstock.mpi.MpiInfo;
import io.penstock.mpi.abi.MpiConstant;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import io.penstock.mpi.abi.StatusLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// A file that MPI has opened for the processes of an MPI communicator, its bytes seen through a
/// file view. One thread at a time.
///
/// The library never sees the handle of a closed file: MPICH takes `MPI_FILE_NULL` of the standard
/// ABI for an address, and the process dies.
final class MpiFile {
  private final Mpi mpi;
  private final Path path;
  private final Arena arena = Arena.ofAuto();
  private final MemorySegment handle = arena.allocate(ValueLayout.JAVA_LONG);
  private final MemorySegment status = arena.allocate(StatusLayout.LARGEST, Long.BYTES);
  private final MemorySegment number = arena.allocate(ValueLayout.JAVA_LONG);
  private boolean open;

  /// A file that is not open yet.
  MpiFile(Mpi mpi, Path path) {
    this.mpi = mpi;
    this.path = path;
  }

  /// Called by all processes of the communicator, once.
  ///
  /// @throws MpiException if the library cannot open it
  void open(long communicator, OpenMode mode, Hints hints) {
    try (Arena names = Arena.ofConfined();
        MpiInfo info = MpiInfo.of(mpi, named(hints))) {
      mpi.call(
          MpiFunction.FILE_OPEN,
          communicator,
          name(names).address(),
          mpi.constant(
              switch (mode) {
                case READ -> MpiConstant.MODE_RDONLY;
                case WRITE -> MpiConstant.MODE_WRONLY;
                case READ_WRITE -> MpiConstant.MODE_RDWR;
              }),
          info.handle(),
          handle.address());
    }
    open = true;
  }

  /// The bytes of its path, which may be no text, with a zero at their end.
  private MemorySegment name(Arena arena) {
    byte[] bytes = FileName.bytes(path);
    MemorySegment name = arena.allocate(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, name, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return name;
  }

  /// @throws IllegalStateException if the file is not open
  private long file() {
    if (!open) {
      throw new IllegalStateException(path + " is closed");
    }
    return handle.get(ValueLayout.JAVA_LONG, 0);
  }

  /// Sets the file view: the bytes that the filetype has, repeated from a place on. Collective.
  ///
  /// @param from in bytes of the file
  void view(long from, long type) {
    try (Arena arena = Arena.ofConfined()) {
      mpi.call(
          MpiFunction.FILE_SET_VIEW,
          file(),
          from,
          mpi.handle(MpiHandle.BYTE),
          type,
          arena.allocateFrom("native").address(),
          mpi.handle(MpiHandle.INFO_NULL));
    }
  }

  /// Sets the file view to all bytes from a place on. Collective.
  void view(long from) {
    view(from, mpi.handle(MpiHandle.BYTE));
  }

  /// Reads bytes of the view. What the library says of how many there were is wrong at the end of
  /// the file in many versions: make sure before that they are there.
  ///
  /// @param collective whether all processes that have the file open call this
  void read(boolean collective, long at, MemorySegment room, long bytes) throws IOException {
    transfer(collective ? MpiFunction.FILE_READ_AT_ALL : MpiFunction.FILE_READ_AT, at, room, bytes);
  }

  /// Writes bytes of the view.
  ///
  /// @param collective whether all processes that have the file open call this
  /// @throws IOException if the library says that it wrote fewer
  void write(boolean collective, long at, MemorySegment data, long bytes) throws IOException {
    try {
      transfer(
          collective ? MpiFunction.FILE_WRITE_AT_ALL : MpiFunction.FILE_WRITE_AT, at, data, bytes);
    } catch (IOException e) {
      throw new IOException(e.getMessage() + space(bytes), e);
    }
    long written = bytes == 0 ? 0 : count(); // of nothing, some libraries count what was before
    if (written != bytes) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s: %d of %d bytes were written%s",
              path,
              written,
              bytes,
              space(bytes)));
    }
  }

  /// @throws IOException if what was found in the file is not what was written to it
  void requireSame(MemorySegment written, MemorySegment found) throws IOException {
    long same = written.mismatch(found);
    if (same >= 0) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s: of %d bytes that the MPI library has reported as written, those from number %d on are not in the file%s",
              path,
              written.byteSize(),
              same,
              space(written.byteSize())));
    }
  }

  /// A library may say no more than that there was an error.
  private String space(long bytes) {
    try {
      long left = Files.getFileStore(path).getUsableSpace();
      return left < bytes
          ? String.format(Locale.ROOT, "; No space left on device: %d bytes", left)
          : "";
    } catch (IOException e) {
      return ""; // what is to be told is why the write failed
    }
  }

  private void transfer(MpiFunction function, long at, MemorySegment memory, long bytes)
      throws IOException {
    call(
        function,
        file(),
        at,
        bytes == 0 ? status.address() : memory.address(),
        bytes,
        mpi.handle(MpiHandle.BYTE),
        status.address());
  }

  private void call(MpiFunction function, long... arguments) throws IOException {
    try {
      mpi.call(function, arguments);
    } catch (MpiException e) {
      throw new IOException(String.format(Locale.ROOT, "%s: %s", path, e.getMessage()), e);
    }
  }

  private long count() {
    mpi.call(MpiFunction.GET_COUNT, status.address(), mpi.handle(MpiHandle.BYTE), number.address());
    return number.get(ValueLayout.JAVA_INT, 0);
  }

  /// The size of the file at this moment, in bytes.
  long size() throws IOException {
    call(MpiFunction.FILE_GET_SIZE, file(), number.address());
    return number.get(ValueLayout.JAVA_LONG, 0);
  }

  /// Brings what was written to the file. Collective.
  void sync() throws IOException {
    call(MpiFunction.FILE_SYNC, file());
  }

  /// Closes the file, if it is open. Collective.
  void close() throws IOException {
    if (open) {
      open = false;
      call(MpiFunction.FILE_CLOSE, handle.address());
    }
  }

  /// Hints as MPI-IO names them. Those that the user left at their defaults are not passed on,
  /// because the library's own suit it better.
  private static Map<String, String> named(Hints hints) {
    Map<String, String> named = new TreeMap<>();
    Hints defaults = Hints.defaults();
    if (hints.aggregators() != defaults.aggregators()) {
      named.put("cb_nodes", Long.toString(hints.aggregators()));
    }
    if (hints.bufferBytes() != defaults.bufferBytes()) {
      named.put("cb_buffer_size", Long.toString(hints.bufferBytes()));
    }
    if (hints.alignmentBytes() != defaults.alignmentBytes()) {
      named.put("striping_unit", Long.toString(hints.alignmentBytes()));
    }
    if (hints.holes() == Holes.LEFT_ALONE) {
      named.put("romio_ds_write", "disable");
    }
    return named;
  }
}
