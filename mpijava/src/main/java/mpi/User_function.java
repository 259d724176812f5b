package mpi;

/// A function of the program that combines the items of ranks. See [Op].
@SuppressWarnings("MemberName") // the names of mpiJava
public abstract class User_function {
  /// For subclasses.
  public User_function() {}

  /// Sets each item of `inoutvec` to the combination of that of `invec`, on the left, and its own.
  ///
  /// @param invec an array of the datatype's base type, which is not to be changed
  /// @param inoffset the first element there
  /// @param inoutvec another of the same type
  /// @param inoutoffset the first element there
  /// @param count how many items there are
  public abstract void Call(
      Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype)
      throws MPIException;
}
