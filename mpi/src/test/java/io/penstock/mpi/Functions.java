package io.penstock.mpi;

import io.penstock.mpi.abi.MpiFunction;

/// A rank that names the functions that its library lacks.
final class Functions {
  private Functions() {}

  public static void main(String[] arguments) {
    Mpi mpi = Mpi.start();
    for (MpiFunction function : MpiFunction.values()) {
      if (!mpi.has(function)) {
        System.out.println(function.symbol());
      }
    }
  }
}
