import mpi.*;

/** The ranks of integer keys by buckets, as the kernel IS of NAS finds them. */
public class Is {
  static final int KEYS = 12000;
  static final int MOST = 2048;

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int n = KEYS / size;
    int[] counts = new int[MOST];
    for (int i = 0; i < n; i++) {
      long x = (long) (me * n + i) * 69069 + 5;
      counts[(int) ((x ^ (x >> 7)) & (MOST - 1))]++;
    }
    int[] all = new int[MOST];
    MPI.COMM_WORLD.Allreduce(counts, 0, all, 0, MOST, MPI.INT, MPI.SUM);

    int[] shares = new int[size];
    for (int i = 0; i < size; i++) {
      shares[i] = MOST * (i + 1) / size - MOST * i / size;
    }
    int[] mine = new int[shares[me]];
    int[] places = new int[size];
    for (int i = 1; i < size; i++) {
      places[i] = places[i - 1] + shares[i - 1];
    }
    int[] sums = new int[MOST];
    MPI.COMM_WORLD.Reduce(counts, 0, sums, 0, MOST, MPI.INT, MPI.SUM, 0);
    MPI.COMM_WORLD.Scatterv(sums, 0, shares, places, MPI.INT, mine, 0, shares[me], MPI.INT, 0);
    int first = MOST * me / size;
    int below = 0;
    boolean same = true;
    for (int i = 0; i < mine.length; i++) {
      below += mine[i];
      same &= mine[i] == all[first + i];
    }
    int[] upTo = new int[1];
    MPI.COMM_WORLD.Scan(new int[] {below}, 0, upTo, 0, 1, MPI.INT, MPI.SUM);
    long hash = 0;
    int rank = upTo[0] - below;
    for (int i = 0; i < mine.length; i++) {
      hash = (hash + (long) rank * (first + i + 1)) % 1000000007L;
      rank += mine[i];
    }
    boolean[] sames = new boolean[1];
    MPI.COMM_WORLD.Allreduce(new boolean[] {same}, 0, sames, 0, 1, MPI.BOOLEAN, MPI.LAND);
    long[] hashes = new long[1];
    MPI.COMM_WORLD.Reduce(new long[] {hash}, 0, hashes, 0, 1, MPI.LONG, MPI.SUM, 0);
    int[] end = {upTo[0]};
    MPI.COMM_WORLD.Bcast(end, 0, 1, MPI.INT, size - 1);
    if (me == 0) {
      System.out.println("keys " + end[0] + ", same " + sames[0] + ", hash " + hashes[0] % 1000000007L);
    }
    MPI.Finalize();
  }
}
