package mpi;

/// A way to treat errors. There is one: every error is an [MPIException].
public final class Errhandler {
  private final String name;

  Errhandler(String name) {
    this.name = name;
  }

  @Override
  public String toString() {
    return name;
  }
}
