import mpi.*;

/** A token goes around the ring, and each rank adds to it. */
public class Ring {
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    int me = world.Rank();
    int size = world.Size();
    int next = (me + 1) % size;
    int last = (me + size - 1) % size;
    int[] token = {me, 1};
    for (int step = 0; step < size; step++) {
      Status status = world.Sendrecv_replace(token, 0, 2, MPI.INT, next, 5, last, 5);
      token[1] = token[1] * 2 % 1009;
      if (status.source != last || status.tag != 5) {
        System.out.println("a token from " + status.source + " with " + status.tag);
      }
    }
    if (token[0] != me) {
      System.out.println("rank " + me + " has the token of " + token[0]);
    }
    long[] out = {me, 10L * me};
    long[] in = new long[4];
    world.Sendrecv(out, 0, 2, MPI.LONG, next, 6, in, 1, 3, MPI.LONG, last, MPI.ANY_TAG);
    if (in[1] != last || in[2] != 10L * last || in[3] != 0) {
      System.out.println("rank " + me + " got " + in[1] + " " + in[2] + " " + in[3]);
    }
    if (me == 0) {
      System.out.println("the ring is closed: " + (token[1] == Math.pow(2, size) % 1009));
    }
    MPI.Finalize();
  }
}
