package mpi;

/// The ranks that one exchanges with when all pass something on along an axis.
@SuppressWarnings("MemberName") // the names of mpiJava
public final class ShiftParms {
  /// From whom it comes; [MPI#PROC_NULL] beyond an open edge.
  public int rank_source;

  /// To whom it goes; [MPI#PROC_NULL] beyond an open edge.
  public int rank_dest;

  ShiftParms(int source, int destination) {
    this.rank_source = source;
    this.rank_dest = destination;
  }
}
