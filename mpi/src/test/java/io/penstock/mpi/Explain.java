package io.penstock.mpi;

/// A rank that says which library it has, and why.
final class Explain {
  private Explain() {}

  public static void main(String[] arguments) {
    System.out.println(Mpi.start().explain());
  }
}
