package io.penstock.ffi;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.Npy;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.library.MpiLibrary;
import io.penstock.tree.TreeCopy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// A program that makes Penstock bind all C functions that it ever binds, and prints what it asks
/// the linker for, as lines of metadata after the name of the module that asks.
final class BoundFunctions {
  private static final int ELEMENTS = 1 << 12;

  private BoundFunctions() {}

  /// Arguments: an empty folder, the name of an MPI library.
  public static void main(String[] arguments) throws IOException {
    listenAs("core");
    Path folder = Path.of(arguments[0]);
    bindAll();
    for (FileEngine engine : FileEngines.all()) {
      if (engine.obstacle().isEmpty()) {
        move(folder.resolve(engine.name() + ".npy"), engine);
      }
    }
    leaseFromEachPool();
    var _ = TreeCopy.of(folder, folder.resolveSibling("copy")).run();
    listenAs("mpi");
    bindMpi(arguments[1]);
  }

  private static void listenAs(String module) {
    Signature.listener =
        signature -> System.out.println(module + " " + ReachabilityMetadata.downcall(signature));
  }

  private static void bindAll() throws IOException {
    LibC libc = NativeAccess.libc().orElseThrow();
    long _ = libc.coarseNanos();
    // Those of macOS have names that this C library has too.
    LibC _ = new MacLibC(NativeAccess.Symbols.ofProcess(), "aarch64");
    long _ = libc.address(new double[1]);
    FolderCalls _ = FolderCalls.ofProcess().orElseThrow();
    LibC.Pages pages = LibC.Pages.ofProcess();
    long page = pages.allocate(pages.pageBytes());
    int _ = pages.discard(page, pages.pageBytes());
    int _ = pages.free(page, pages.pageBytes());
    MemoryFile.ofBytes("bound", ELEMENTS).close();
    boolean _ = BrokenPipe.caused(1, new IOException("Broken pipe"));
    NativeEnvironment.setIfAbsent("PENSTOCK_BOUND", "yes");
    SignalActions.save().restore();
  }

  private static void move(Path file, FileEngine engine) throws IOException {
    Creation creation = Creation.whenComplete().withEngine(engine);
    double[] elements = new double[ELEMENTS];
    try (ArrayFile made =
        ArrayFile.create(file, Npy.of(ElementType.DOUBLE, Shape.of(ELEMENTS)), creation)) {
      made.write(elements);
    }
    try (ArrayFile open = ArrayFile.open(file, Access.read().withEngine(engine))) {
      open.read(elements);
    }
  }

  private static void leaseFromEachPool() {
    for (BufferPool pool : new BufferPool[] {BufferPool.shared(), BufferPools.cached()}) {
      try (Lease lease = pool.lease(ELEMENTS)) {
        lease.segment().fill((byte) 1);
      }
    }
  }

  private static void bindMpi(String name) {
    MpiLibrary library = MpiLibrary.load(Map.of("PENSTOCK_MPI_LIBRARY", name), null);
    for (MpiFunction function : MpiFunction.values()) {
      var _ = library.function(function);
      var _ = library.briefFunction(function);
      var _ = library.largeFunction(function);
    }
  }
}
