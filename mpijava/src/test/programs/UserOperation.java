import mpi.*;

/** Complex products and the longest run of ones, as operations of the program. */
public class UserOperation {
  static class ComplexProduct extends User_function {
    @Override
    public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
      long[] a = (long[]) in;
      long[] b = (long[]) inout;
      for (int i = 0; i < count; i++) {
        int p = inOffset + 2 * i;
        int q = inoutOffset + 2 * i;
        long real = (a[p] * b[q] - a[p + 1] * b[q + 1]) % 10007;
        long imaginary = (a[p] * b[q + 1] + a[p + 1] * b[q]) % 10007;
        b[q] = real;
        b[q + 1] = imaginary;
      }
    }
  }

  static class Gcd extends User_function {
    @Override
    public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
      int[] a = (int[]) in;
      int[] b = (int[]) inout;
      for (int i = 0; i < count; i++) {
        b[inoutOffset + i] = gcd(a[inOffset + i], b[inoutOffset + i]);
      }
    }

    static int gcd(int x, int y) {
      return y == 0 ? x : gcd(y, x % y);
    }
  }

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int factors = 24;
    long[] mine = {1, 0};
    ComplexProduct product = new ComplexProduct();
    for (int i = me * factors / size; i < (me + 1) * factors / size; i++) {
      product.Call(new long[] {i + 2, 3 - i}, 0, mine, 0, 1, MPI.LONG2);
    }
    long[] all = new long[2];
    Op multiply = new Op(product, true);
    MPI.COMM_WORLD.Reduce(mine, 0, all, 0, 1, MPI.LONG2, multiply, 0);

    int[] numbers = {360 * (me + 1), 1001 * (me + 1), 77};
    int[] divisors = new int[3];
    MPI.COMM_WORLD.Allreduce(numbers, 0, divisors, 0, 3, MPI.INT, new Op(new Gcd(), true));
    if (me == 0) {
      System.out.println("product " + (all[0] + 10007) % 10007 + " " + (all[1] + 10007) % 10007);
      System.out.println("divisors " + divisors[0] + " " + divisors[1] + " " + divisors[2]);
    }
    MPI.Finalize();
  }
}
