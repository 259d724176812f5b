import mpi.*;

/** Rank 0 deals out tasks as workers ask for them. */
public class MasterWorker {
  static final int TASKS = 40;
  static final int WORK = 1;
  static final int DONE = 2;
  static final int STOP = 3;

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    if (size == 1) {
      long sum = 0;
      for (int task = 0; task < TASKS; task++) {
        sum += solve(task);
      }
      System.out.println("sum " + sum);
    } else if (me == 0) {
      master(size);
    } else {
      worker();
    }
    MPI.Finalize();
  }

  static long solve(int task) {
    long value = 1;
    for (int i = 0; i < task; i++) {
      value = (value * 31 + task) % 1000003;
    }
    return value;
  }

  static void master(int size) throws Exception {
    long sum = 0;
    int next = 0;
    int open = 0;
    long[][] answers = new long[size - 1][2];
    Request[] requests = new Request[size - 1];
    for (int worker = 1; worker < size; worker++) {
      requests[worker - 1] = MPI.COMM_WORLD.Irecv(answers[worker - 1], 0, 2, MPI.LONG, worker, DONE);
      MPI.COMM_WORLD.Send(new int[] {next++}, 0, 1, MPI.INT, worker, WORK);
      open++;
    }
    while (open > 0) {
      Status status = Request.Waitany(requests);
      int worker = status.index + 1;
      sum += answers[status.index][1];
      if (next < TASKS) {
        requests[status.index] = MPI.COMM_WORLD.Irecv(answers[status.index], 0, 2, MPI.LONG, worker, DONE);
        MPI.COMM_WORLD.Send(new int[] {next++}, 0, 1, MPI.INT, worker, WORK);
      } else {
        MPI.COMM_WORLD.Send(new int[0], 0, 0, MPI.INT, worker, STOP);
        open--;
      }
    }
    System.out.println("sum " + sum);
  }

  static void worker() throws Exception {
    while (true) {
      Status status = MPI.COMM_WORLD.Probe(0, MPI.ANY_TAG);
      if (status.tag == STOP) {
        MPI.COMM_WORLD.Recv(new int[0], 0, 0, MPI.INT, 0, STOP);
        return;
      }
      int[] task = new int[status.Get_count(MPI.INT)];
      MPI.COMM_WORLD.Recv(task, 0, task.length, MPI.INT, status.source, status.tag);
      MPI.COMM_WORLD.Send(new long[] {task[0], solve(task[0])}, 0, 2, MPI.LONG, 0, DONE);
    }
  }
}
