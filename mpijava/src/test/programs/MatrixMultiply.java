import mpi.*;

/** C = A * B: the rows of A are dealt out, B goes to all, the rows of C come back. */
public class MatrixMultiply {
  static final int N = 36;

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int rows = N / size;
    double[] a = new double[N * N];
    double[] b = new double[N * N];
    double[] c = new double[N * N];
    if (me == 0) {
      for (int i = 0; i < N * N; i++) {
        a[i] = i % 7 - 3;
        b[i] = i % 5 - 2;
      }
    }
    double[] mine = new double[rows * N];
    double[] result = new double[rows * N];
    MPI.COMM_WORLD.Scatter(a, 0, rows * N, MPI.DOUBLE, mine, 0, rows * N, MPI.DOUBLE, 0);
    MPI.COMM_WORLD.Bcast(b, 0, N * N, MPI.DOUBLE, 0);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < N; j++) {
        for (int k = 0; k < N; k++) {
          result[i * N + j] += mine[i * N + k] * b[k * N + j];
        }
      }
    }
    MPI.COMM_WORLD.Gather(result, 0, rows * N, MPI.DOUBLE, c, 0, rows * N, MPI.DOUBLE, 0);
    if (me == 0) {
      double trace = 0;
      long hash = 17;
      for (int i = 0; i < N * N; i++) {
        hash = 31 * hash + (long) c[i];
        trace += i % (N + 1) == 0 ? c[i] : 0;
      }
      System.out.println("trace " + trace + ", hash " + hash);
    }
    MPI.Finalize();
  }
}
