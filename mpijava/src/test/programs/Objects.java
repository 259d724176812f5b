import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import mpi.*;

public class Objects {
  static class Particle implements Serializable {
    private static final long serialVersionUID = 1;
    final String name;
    final double[] place;
    Particle next;

    Particle(String name, double... place) {
      this.name = name;
      this.place = place;
    }
  }

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();

    Particle[] cloud = new Particle[3];
    if (me == 0) {
      cloud[0] = new Particle("electron", 1, 2, 3);
      cloud[1] = new Particle("proton", 4, 5, 6);
      cloud[2] = new Particle("neutron", 7, 8, 9);
      cloud[0].next = cloud[1];
    }
    MPI.COMM_WORLD.Bcast(cloud, 0, 3, MPI.OBJECT, 0);
    double moved = 0;
    for (Particle particle : cloud) {
      moved += particle.place[me % 3];
    }
    if (!cloud[0].next.name.equals("proton")) {
      System.out.println("rank " + me + " lost a link");
    }

    if (me > 0) {
      List<String> list = new ArrayList<String>();
      list.add("from " + me);
      Object[] message = {null, list, new int[][] {{me}, {me, me}}};
      MPI.COMM_WORLD.Send(message, 1, 2, MPI.OBJECT, 0, 3);
    } else {
      for (int rank = 1; rank < size; rank++) {
        Object[] message = new Object[5];
        Status status = MPI.COMM_WORLD.Recv(message, 2, 2, MPI.OBJECT, rank, 3);
        if (!message[2].toString().equals("[from " + rank + "]") || ((int[][]) message[3])[1][1] != rank) {
          System.out.println("wrong objects from " + rank);
        }
        if (status.source != rank) {
          System.out.println("wrong source " + status.source);
        }
      }
    }

    Integer[] numbers = {me * me};
    Integer[] squares = new Integer[size];
    MPI.COMM_WORLD.Gather(numbers, 0, 1, MPI.OBJECT, squares, 0, 1, MPI.OBJECT, 0);
    double[] sums = new double[size];
    MPI.COMM_WORLD.Gather(new double[] {moved}, 0, 1, MPI.DOUBLE, sums, 0, 1, MPI.DOUBLE, 0);
    if (me == 0) {
      for (int rank = 0; rank < size; rank++) {
        if (squares[rank] != rank * rank || sums[rank] != 12 + 3 * (rank % 3)) {
          System.out.println("wrong result of " + rank + ": " + squares[rank] + ", " + sums[rank]);
        }
      }
      System.out.println("all objects have arrived");
    }
    MPI.Finalize();
  }
}
