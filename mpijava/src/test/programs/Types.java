import mpi.*;

/** Every basic datatype around the ranks, and the places of the largest and the smallest. */
public class Types {
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int me = world.Rank();
    int size = world.Size();
    int root = size - 1;
    byte[] bytes = new byte[4];
    char[] chars = new char[4];
    short[] shorts = new short[4];
    boolean[] truths = new boolean[4];
    int[] ints = new int[4];
    long[] longs = new long[4];
    float[] floats = new float[4];
    double[] doubles = new double[4];
    if (me == root) {
      for (int i = 1; i < 3; i++) {
        bytes[i] = (byte) (i - 100);
        chars[i] = (char) (i + 60000);
        shorts[i] = (short) (i - 30000);
        truths[i] = i == 1;
        ints[i] = i - 2000000000;
        longs[i] = i - 8000000000L;
        floats[i] = i + 0.5f;
        doubles[i] = i + 0.25;
      }
    }
    world.Bcast(bytes, 1, 2, MPI.BYTE, root);
    world.Bcast(chars, 1, 2, MPI.CHAR, root);
    world.Bcast(shorts, 1, 2, MPI.SHORT, root);
    world.Bcast(truths, 1, 2, MPI.BOOLEAN, root);
    world.Bcast(ints, 1, 2, MPI.INT, root);
    world.Bcast(longs, 1, 2, MPI.LONG, root);
    world.Bcast(floats, 1, 2, MPI.FLOAT, root);
    world.Bcast(doubles, 1, 2, MPI.DOUBLE, root);
    if (me == 0) {
      for (int i = 0; i < 4; i++) {
        System.out.println(
            bytes[i] + " " + (int) chars[i] + " " + shorts[i] + " " + truths[i] + " " + ints[i] + " " + longs[i] + " "
                + floats[i] + " " + doubles[i]);
      }
    }
    int[] pairs = {Math.abs(me - 1), me, -7, me};
    int[] largest = new int[4];
    int[] smallest = new int[4];
    world.Allreduce(pairs, 0, largest, 0, 2, MPI.INT2, MPI.MAXLOC);
    world.Allreduce(pairs, 0, smallest, 0, 2, MPI.INT2, MPI.MINLOC);
    double[] mine = {me == 0 ? 1e300 : me, 0};
    double[] most = new double[2];
    world.Reduce(mine, 0, most, 0, 1, MPI.DOUBLE2, MPI.MAXLOC, 0);
    if (me == 0) {
      System.out.println("of all " + largest[2] + " at " + largest[3] + ", smallest " + smallest[2] + " at " + smallest[3]);
      System.out.println("most " + most[0] + " at " + most[1]);
    }
    MPI.Finalize();
  }
}
