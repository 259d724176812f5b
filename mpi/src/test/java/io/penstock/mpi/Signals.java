package io.penstock.mpi;

import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;
import io.penstock.mpi.library.LaunchedRank;
import io.penstock.mpi.library.MpiLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A rank that lives by the JVM's own signals: it reads through nothing and collects garbage, once
/// its library is loaded and again after MPI has started, and says which signals are handled before
/// and after.
final class Signals {
  private static final int OFTEN = 50_000;

  private final int value;

  private Signals(int value) {
    this.value = value;
  }

  public static void main(String[] arguments) throws IOException {
    String before = handled();
    MpiLibrary library =
        MpiLibrary.load(System.getenv(), LaunchedRank.of(System.getenv()).orElse(null));
    int caught = readOften();
    Mpi mpi = Mpi.start();
    mpi.call(MpiFunction.BARRIER, library.handle(MpiHandle.COMM_WORLD));
    caught += readOften();
    System.out.println("caught " + caught + ", before " + before + ", after " + handled());
  }

  private static int readOften() {
    int caught = 0;
    for (int i = 0; i < OFTEN; i++) {
      caught += read(i % 2 == 0 ? List.of() : List.of(new Signals(1)));
    }
    System.gc();
    return caught;
  }

  // The compiler leaves it to SIGSEGV to tell that there is nothing.
  private static int read(List<Signals> few) {
    Object[] all = few.toArray(new Object[1]);
    try {
      return ((Signals) all[0]).value - 1;
    } catch (NullPointerException e) {
      return 1;
    }
  }

  private static String handled() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("SigCgt:"))
        .findFirst()
        .orElseThrow()
        .substring("SigCgt:".length())
        .strip();
  }
}
