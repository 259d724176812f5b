import java.util.Arrays;
import mpi.*;

public class SampleSort {
  static final int ALL = 6000;

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int count = ALL / size;
    int[] keys = new int[count];
    for (int i = 0; i < count; i++) {
      long x = me * count + i;
      keys[i] = (int) ((x * 2654435761L) % 100003);
    }
    Arrays.sort(keys);

    int[] samples = new int[size];
    for (int i = 0; i < size; i++) {
      samples[i] = keys[i * count / size];
    }
    int[] allSamples = new int[size * size];
    MPI.COMM_WORLD.Allgather(samples, 0, size, MPI.INT, allSamples, 0, size, MPI.INT);
    Arrays.sort(allSamples);

    int[] sendCounts = new int[size];
    for (int key : keys) {
      sendCounts[bucket(key, allSamples, size)]++;
    }
    int[] receiveCounts = new int[size];
    MPI.COMM_WORLD.Alltoall(sendCounts, 0, 1, MPI.INT, receiveCounts, 0, 1, MPI.INT);
    int[] sendPlaces = new int[size];
    int[] receivePlaces = new int[size];
    for (int i = 1; i < size; i++) {
      sendPlaces[i] = sendPlaces[i - 1] + sendCounts[i - 1];
      receivePlaces[i] = receivePlaces[i - 1] + receiveCounts[i - 1];
    }
    int mine = receivePlaces[size - 1] + receiveCounts[size - 1];
    int[] bucket = new int[mine];
    MPI.COMM_WORLD.Alltoallv(
        keys, 0, sendCounts, sendPlaces, MPI.INT, bucket, 0, receiveCounts, receivePlaces, MPI.INT);
    Arrays.sort(bucket);

    int[] lengths = new int[size];
    MPI.COMM_WORLD.Allgather(new int[] {mine}, 0, 1, MPI.INT, lengths, 0, 1, MPI.INT);
    int[] places = new int[size];
    for (int i = 1; i < size; i++) {
      places[i] = places[i - 1] + lengths[i - 1];
    }
    int[] sorted = new int[ALL];
    MPI.COMM_WORLD.Gatherv(bucket, 0, mine, MPI.INT, sorted, 0, lengths, places, MPI.INT, 0);
    if (me == 0) {
      boolean ordered = true;
      long hash = 7;
      for (int i = 0; i < ALL; i++) {
        ordered &= i == 0 || sorted[i - 1] <= sorted[i];
        hash = 31 * hash + sorted[i];
      }
      System.out.println("sorted " + ordered + ", hash " + hash);
    }
    MPI.Finalize();
  }

  static int bucket(int key, int[] samples, int size) {
    int bucket = 0;
    while (bucket < size - 1 && key >= samples[(bucket + 1) * size]) {
      bucket++;
    }
    return bucket;
  }
}
