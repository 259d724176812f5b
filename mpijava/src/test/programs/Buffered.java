import java.nio.ByteBuffer;
import mpi.*;

/** Buffered, synchronous and ready sends; requests by Testany, Waitsome and Testall. */
public class Buffered {
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int next = (me + 1) % size;
    int last = (me + size - 1) % size;
    int[] data = new int[500];
    int bytes = 4 * (MPI.COMM_WORLD.Pack_size(500, MPI.INT) + MPI.BSEND_OVERHEAD);
    MPI.Buffer_attach(ByteBuffer.allocateDirect(bytes));
    for (int i = 0; i < 3; i++) {
      data[0] = 10 * me + i;
      MPI.COMM_WORLD.Bsend(data, 0, 500, MPI.INT, next, i);
    }
    int bad = 0;
    for (int i = 2; i >= 0; i--) {
      int[] in = new int[500];
      MPI.COMM_WORLD.Recv(in, 0, 500, MPI.INT, last, i);
      bad += in[0] == 10 * last + i ? 0 : 1;
    }
    MPI.Buffer_detach();

    int[][] room = new int[3][1];
    Request[] receives = new Request[3];
    for (int i = 0; i < 3; i++) {
      receives[i] = MPI.COMM_WORLD.Irecv(room[i], 0, 1, MPI.INT, last, 20 + i);
    }
    MPI.COMM_WORLD.Barrier();
    MPI.COMM_WORLD.Rsend(new int[] {100 + me}, 0, 1, MPI.INT, next, 20);
    Request send = MPI.COMM_WORLD.Issend(new int[] {200 + me}, 0, 1, MPI.INT, next, 21);
    Request other = MPI.COMM_WORLD.Irsend(new int[] {300 + me}, 0, 1, MPI.INT, next, 22);
    int done = 0;
    while (done < 3) {
      Status[] some = Request.Waitsome(receives);
      for (Status status : some) {
        bad += room[status.index][0] == 100 * (status.index + 1) + last && status.tag == 20 + status.index ? 0 : 1;
      }
      done += some.length;
    }
    send.Wait();
    while (other.Test() == null) {
      Thread.yield();
    }
    int[] total = new int[1];
    MPI.COMM_WORLD.Allreduce(new int[] {bad}, 0, total, 0, 1, MPI.INT, MPI.SUM);
    if (me == 0) {
      System.out.println("bad " + total[0]);
    }
    MPI.Finalize();
  }
}
