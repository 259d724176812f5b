import mpi.*;

/** Gaussian pairs from a linear congruential generator, as the kernel EP of NAS makes them. */
public class Ep {
  static final int PAIRS = 1 << 16;
  static final long A = 1220703125L;
  static final long MASK = (1L << 46) - 1;

  static long times(long a, long b) {
    return java.math.BigInteger.valueOf(a).multiply(java.math.BigInteger.valueOf(b)).longValue() & MASK;
  }

  static long power(long a, long n) {
    long result = 1;
    while (n > 0) {
      if ((n & 1) == 1) {
        result = times(result, a);
      }
      a = times(a, a);
      n >>= 1;
    }
    return result;
  }

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int first = (int) ((long) PAIRS * me / size);
    int last = (int) ((long) PAIRS * (me + 1) / size);
    long x = times(271828183L, power(A, 2L * first));
    long[] counts = new long[11];
    double scale = Math.pow(0.5, 46);
    for (int i = first; i < last; i++) {
      x = times(x, A);
      double u = 2 * scale * x - 1;
      x = times(x, A);
      double v = 2 * scale * x - 1;
      double t = u * u + v * v;
      if (t <= 1) {
        double f = Math.sqrt(-2 * Math.log(t) / t);
        counts[(int) Math.max(Math.abs(u * f), Math.abs(v * f))]++;
        counts[10]++;
      }
    }
    long[] all = new long[11];
    MPI.COMM_WORLD.Allreduce(counts, 0, all, 0, 11, MPI.LONG, MPI.SUM);
    if (me == size - 1) {
      StringBuilder line = new StringBuilder("counts");
      for (long count : all) {
        line.append(' ').append(count);
      }
      System.out.println(line);
    }
    MPI.Finalize();
  }
}
