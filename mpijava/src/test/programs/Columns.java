import mpi.*;

/** Derived datatypes: columns, a triangle, blocks of a structure. */
public class Columns {
  static final int N = 12;

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int other = size - 1 - me;
    float[] matrix = new float[N * N];
    for (int i = 0; i < N * N; i++) {
      matrix[i] = 1000 * me + i;
    }
    Datatype column = Datatype.Vector(N, 1, N, MPI.FLOAT);
    column.Commit();
    float[] packed = new float[N];
    Request request = MPI.COMM_WORLD.Irecv(packed, 0, N, MPI.FLOAT, other, 1);
    MPI.COMM_WORLD.Send(matrix, 3, 1, column, other, 1);
    Status status = request.Wait();
    int bad = status.Get_count(MPI.FLOAT) == N ? 0 : 1;
    for (int i = 0; i < N; i++) {
      bad += packed[i] == 1000 * other + i * N + 3 ? 0 : 1;
    }
    float[] spread = new float[N * N];
    request = MPI.COMM_WORLD.Irecv(spread, 5, 1, column, other, 2);
    MPI.COMM_WORLD.Send(packed, 0, N, MPI.FLOAT, other, 2);
    request.Wait();
    for (int i = 0; i < N * N; i++) {
      float wanted = i % N == 5 ? 1000 * me + i - 2 : 0;
      bad += spread[i] == wanted ? 0 : 1;
    }

    int[] lengths = new int[N];
    int[] places = new int[N];
    for (int i = 0; i < N; i++) {
      lengths[i] = N - i;
      places[i] = i * N + i;
    }
    Datatype triangle = Datatype.Indexed(lengths, places, MPI.FLOAT);
    triangle.Commit();
    float[] upper = new float[N * N];
    MPI.COMM_WORLD.Sendrecv(matrix, 0, 1, triangle, other, 3, upper, 0, 1, triangle, other, 3);
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        float wanted = j >= i ? 1000 * other + i * N + j : 0;
        bad += upper[i * N + j] == wanted ? 0 : 1;
      }
    }

    int[] total = new int[1];
    MPI.COMM_WORLD.Allreduce(new int[] {bad}, 0, total, 0, 1, MPI.INT, MPI.SUM);
    if (me == 0) {
      System.out.println(total[0] + " bad elements");
      System.out.println("column: size " + column.Size() + ", extent " + column.Extent());
      System.out.println("triangle: size " + triangle.Size() + ", extent " + triangle.Extent());
      System.out.println("bounds " + column.Lb() + " " + column.Ub() + " " + triangle.Lb() + " " + triangle.Ub());
      Datatype pairs = Datatype.Contiguous(3, Datatype.Contiguous(2, MPI.INT));
      System.out.println("pairs: size " + pairs.Size() + ", extent " + pairs.Extent());
    }
    MPI.Finalize();
  }
}
