/// The API of mpiJava 1.2, as MPJ Express has it, over the communicators of Penstock.
///
/// Programs written for MPJ Express run over threads, TCP and MPI after a change of dependency. See
/// [mpi.MPI].
module io.penstock.mpijava {
  requires static org.jspecify;
  requires io.penstock.message;

  exports mpi;
}
