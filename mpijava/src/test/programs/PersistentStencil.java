import mpi.*;

/** Heat in a rod, whose halos are exchanged by persistent requests. */
public class PersistentStencil {
  static final int N = 48;

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int n = N / size;
    double[] rod = new double[n + 2];
    double[] next = new double[n + 2];
    for (int i = 1; i <= n; i++) {
      rod[i] = Math.abs(me * n + i - 20) % 13;
    }
    int neighbours = (me > 0 ? 1 : 0) + (me < size - 1 ? 1 : 0);
    Prequest[] requests = new Prequest[2 * neighbours];
    int r = 0;
    if (me > 0) {
      requests[r++] = MPI.COMM_WORLD.Recv_init(rod, 0, 1, MPI.DOUBLE, me - 1, 1);
      requests[r++] = MPI.COMM_WORLD.Send_init(rod, 1, 1, MPI.DOUBLE, me - 1, 2);
    }
    if (me < size - 1) {
      requests[r++] = MPI.COMM_WORLD.Recv_init(rod, n + 1, 1, MPI.DOUBLE, me + 1, 2);
      requests[r++] = MPI.COMM_WORLD.Send_init(rod, n, 1, MPI.DOUBLE, me + 1, 1);
    }
    for (int step = 0; step < 50; step++) {
      Prequest.Startall(requests);
      Request.Waitall(requests);
      for (int i = 1; i <= n; i++) {
        next[i] = rod[i] + 0.25 * (rod[i - 1] - 2 * rod[i] + rod[i + 1]);
      }
      System.arraycopy(next, 1, rod, 1, n);
    }
    double[] all = new double[N];
    MPI.COMM_WORLD.Gather(rod, 1, n, MPI.DOUBLE, all, 0, n, MPI.DOUBLE, 0);
    if (me == 0) {
      double sum = 0;
      for (double value : all) {
        sum += value;
      }
      System.out.println("heat " + sum + ", middle " + all[N / 2]);
    }
    MPI.Finalize();
  }
}
