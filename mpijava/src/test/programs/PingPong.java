import mpi.MPI;
import mpi.Status;

/** Every other rank sends to rank 0, which answers whoever comes first. */
public class PingPong {
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int rounds = 12;
    double[] ball = new double[1000];
    if (me == 0) {
      int bad = 0;
      for (int i = 0; i < rounds * (size - 1); i++) {
        Status status = MPI.COMM_WORLD.Recv(ball, 10, 900, MPI.DOUBLE, MPI.ANY_SOURCE, MPI.ANY_TAG);
        if (ball[10] != status.source || status.Get_count(MPI.DOUBLE) != 100 * (1 + status.tag % 3)) {
          bad++;
        }
        ball[10] = -ball[10];
        MPI.COMM_WORLD.Send(ball, 10, status.Get_count(MPI.DOUBLE), MPI.DOUBLE, status.source, status.tag);
      }
      System.out.println("ping-pong: " + bad + " bad balls");
    } else {
      for (int round = 0; round < rounds; round++) {
        int count = 100 * (1 + round % 3);
        ball[0] = me;
        MPI.COMM_WORLD.Send(ball, 0, count, MPI.DOUBLE, 0, round);
        MPI.COMM_WORLD.Recv(ball, 0, count, MPI.DOUBLE, 0, round);
        if (ball[0] != -me) {
          System.out.println("rank " + me + " got the wrong ball " + ball[0]);
        }
      }
    }
    MPI.Finalize();
  }
}
