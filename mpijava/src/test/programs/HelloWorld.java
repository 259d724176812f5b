import mpi.MPI;

public class HelloWorld {
  public static void main(String[] args) throws Exception {
    args = MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int[] ranks = new int[size];
    MPI.COMM_WORLD.Gather(new int[] {me}, 0, 1, MPI.INT, ranks, 0, 1, MPI.INT, 0);
    if (me == 0) {
      for (int i = 0; i < size; i++) {
        if (ranks[i] != i) {
          System.out.println("rank " + i + " said that it is " + ranks[i]);
        }
      }
      System.out.println("Hello, " + args[0] + ": the first of the ranks is " + ranks[0]);
      System.out.println("initialized " + MPI.Initialized() + ", name " + (MPI.Get_processor_name().length() > 0));
    }
    MPI.Finalize();
  }
}
