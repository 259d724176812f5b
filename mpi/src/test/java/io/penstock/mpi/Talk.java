package io.penstock.mpi;

import io.penstock.mpi.abi.MpiFunction;
import io.penstock.mpi.abi.MpiHandle;

/// A rank that says what it has, calls what its library may lack, and ends as told.
final class Talk {
  private Talk() {}

  public static void main(String[] arguments) {
    Mpi mpi = Mpi.start();
    System.out.println(mpi.version() + ", threads " + mpi.threads());
    if (arguments[0].equals("throw")) {
      throw new IllegalStateException("enough");
    }
    try {
      mpi.call(MpiFunction.BARRIER, mpi.handle(MpiHandle.COMM_WORLD));
    } catch (UnsupportedOperationException e) {
      System.out.println(e.getMessage());
    }
    mpi.end();
  }
}
