import mpi.*;

/** Laplace's equation on a square that is dealt to a grid of ranks, halos by messages. */
public class Jacobi {
  static final int N = 24;
  static final int STEPS = 60;

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int size = MPI.COMM_WORLD.Size();
    int[] dims = size == 4 ? new int[] {2, 2} : new int[] {size, 1};
    Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {false, false}, false);
    int me = grid.Rank();
    int[] place = grid.Coords(me);
    int rows = N / dims[0];
    int columns = N / dims[1];
    int width = columns + 2;
    double[] old = new double[(rows + 2) * width];
    double[] now = new double[(rows + 2) * width];
    if (place[0] == 0) {
      for (int j = 0; j < width; j++) {
        old[j] = 100;
        now[j] = 100;
      }
    }
    ShiftParms vertical = grid.Shift(0, 1);
    ShiftParms horizontal = grid.Shift(1, 1);
    Datatype column = Datatype.Vector(rows, 1, width, MPI.DOUBLE);
    column.Commit();
    double residual = 0;
    for (int step = 0; step < STEPS; step++) {
      Request[] requests = new Request[8];
      int n = 0;
      if (vertical.rank_source >= 0) {
        requests[n++] = grid.Irecv(old, 1, columns, MPI.DOUBLE, vertical.rank_source, 1);
        requests[n++] = grid.Isend(old, width + 1, columns, MPI.DOUBLE, vertical.rank_source, 2);
      }
      if (vertical.rank_dest >= 0) {
        requests[n++] = grid.Irecv(old, (rows + 1) * width + 1, columns, MPI.DOUBLE, vertical.rank_dest, 2);
        requests[n++] = grid.Isend(old, rows * width + 1, columns, MPI.DOUBLE, vertical.rank_dest, 1);
      }
      if (horizontal.rank_source >= 0) {
        requests[n++] = grid.Irecv(old, width, 1, column, horizontal.rank_source, 3);
        requests[n++] = grid.Isend(old, width + 1, 1, column, horizontal.rank_source, 4);
      }
      if (horizontal.rank_dest >= 0) {
        requests[n++] = grid.Irecv(old, width + columns + 1, 1, column, horizontal.rank_dest, 4);
        requests[n++] = grid.Isend(old, width + columns, 1, column, horizontal.rank_dest, 3);
      }
      Request[] all = new Request[n];
      System.arraycopy(requests, 0, all, 0, n);
      Request.Waitall(all);
      double[] most = new double[1];
      for (int i = 1; i <= rows; i++) {
        for (int j = 1; j <= columns; j++) {
          int at = i * width + j;
          now[at] = 0.25 * (old[at - 1] + old[at + 1] + old[at - width] + old[at + width]);
          most[0] = Math.max(most[0], Math.abs(now[at] - old[at]));
        }
      }
      double[] swap = old;
      old = now;
      now = swap;
      double[] worst = new double[1];
      grid.Allreduce(most, 0, worst, 0, 1, MPI.DOUBLE, MPI.MAX);
      residual = worst[0];
    }
    double[] inner = new double[rows * columns];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(old, (i + 1) * width + 1, inner, i * columns, columns);
    }
    double[] all = new double[N * N];
    grid.Gather(inner, 0, inner.length, MPI.DOUBLE, all, 0, inner.length, MPI.DOUBLE, 0);
    if (me == 0) {
      double[] whole = new double[N * N];
      for (int rank = 0; rank < size; rank++) {
        int[] at = grid.Coords(rank);
        for (int i = 0; i < rows; i++) {
          System.arraycopy(
              all, rank * rows * columns + i * columns, whole, (at[0] * rows + i) * N + at[1] * columns, columns);
        }
      }
      double sum = 0;
      for (double value : whole) {
        sum += value;
      }
      System.out.println("sum " + sum + ", residual " + residual + ", topology " + (grid.Topo_test() == MPI.CART));
    }
    MPI.Finalize();
  }
}
