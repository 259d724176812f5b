/// The API of mpiJava 1.2, as MPJ Express has it, over the communicators of Penstock.
///
/// Programs written for MPJ Express run over threads, TCP and MPI after a change of dependency. See
/// [mpi.MPI].
///
/// Objects ([mpi.MPI#OBJECT]) travel by Java's serialization, and whatever class arrives is read:
/// their bytes come only from ranks of the same job, which prove to each other that they know its
/// secret. Do not pass on objects that came from outside the job.
module io.penstock.mpijava {
  requires static org.jspecify;
  requires io.penstock.message;

  exports mpi;
}
