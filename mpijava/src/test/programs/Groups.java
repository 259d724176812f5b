import mpi.*;

/** Groups, and communicators made from them. */
public class Groups {
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    Group world = MPI.COMM_WORLD.Group();
    boolean good = world.Size() == size && world.Rank() == me;

    Group last = world.Incl(new int[] {size - 1});
    Group others = world.Excl(new int[] {size - 1});
    good &= last.Size() == 1 && Group.Union(others, last).Size() == size;
    good &= size == 1 || Group.Compare(Group.Union(others, last), world) == MPI.IDENT;
    good &= size < 2 || Group.Compare(Group.Union(last, others), world) == MPI.SIMILAR;
    good &= size < 2 || Group.Difference(world, others).Size() == 1;
    good &= Group.Intersection(world, last).Size() == 1;
    int[] there = Group.Translate_ranks(last, new int[] {0}, world);
    good &= there[0] == size - 1;
    Group even = world.Range_incl(new int[][] {{0, size - 1, 2}});
    good &= even.Size() == (size + 1) / 2;

    Intracomm half = MPI.COMM_WORLD.Split(me % 2, -me);
    int[] sum = new int[1];
    half.Allreduce(new int[] {me}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
    int wanted = 0;
    for (int rank = me % 2; rank < size; rank += 2) {
      wanted += rank;
    }
    good &= sum[0] == wanted;
    int[] ranks = new int[half.Size()];
    half.Allgather(new int[] {me}, 0, 1, MPI.INT, ranks, 0, 1, MPI.INT);
    for (int i = 1; i < ranks.length; i++) {
      good &= ranks[i - 1] > ranks[i];
    }

    Intracomm copy = (Intracomm) MPI.COMM_WORLD.clone();
    copy.Barrier();
    good &= copy.Size() == size && copy.Rank() == me;
    good &= !MPI.COMM_WORLD.Test_inter();
    good &= MPI.COMM_SELF.Size() == 1 && MPI.COMM_SELF.Rank() == 0;

    boolean[] all = new boolean[1];
    MPI.COMM_WORLD.Reduce(new boolean[] {good}, 0, all, 0, 1, MPI.BOOLEAN, MPI.LAND, 0);
    if (me == 0) {
      System.out.println("groups are good: " + all[0]);
    }
    MPI.Finalize();
  }
}
