import mpi.*;

public class Pi {
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int[] n = new int[1];
    if (me == 0) {
      n[0] = 120000;
    }
    MPI.COMM_WORLD.Bcast(n, 0, 1, MPI.INT, 0);
    double h = 1.0 / n[0];
    double sum = 0;
    for (int i = me + 1; i <= n[0]; i += size) {
      double x = h * (i - 0.5);
      sum += 4.0 / (1.0 + x * x);
    }
    double[] mine = {h * sum};
    double[] pi = new double[1];
    double start = MPI.Wtime();
    MPI.COMM_WORLD.Reduce(mine, 0, pi, 0, 1, MPI.DOUBLE, MPI.SUM, 0);
    double end = MPI.Wtime();
    if (me == 0) {
      System.out.printf(java.util.Locale.ROOT, "pi is about %.9f, time %b%n", pi[0], end >= start);
    }
    MPI.Finalize();
  }
}
