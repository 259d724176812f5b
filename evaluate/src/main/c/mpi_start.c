/* A rank of two that sends one message to and fro, as io.penstock.evaluate.messages.MpiJobs.FirstMessage
   does. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

enum { TAG = 7, SENT = 42 };

static int expect(int64_t got, int64_t expected) {
  if (got != expected) {
    fprintf(stderr, "got %lld instead of %lld\n", (long long)got, (long long)expected);
  }
  return got != expected;
}

static int serve(void) {
  int64_t message = SENT;
  MPI_Send(&message, 1, MPI_INT64_T, 1, TAG, MPI_COMM_WORLD);
  MPI_Recv(&message, 1, MPI_INT64_T, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (expect(message, SENT + 1)) {
    return 1;
  }
  puts("to and fro");
  return 0;
}

static int give_back(void) {
  int64_t message = 0;
  MPI_Recv(&message, 1, MPI_INT64_T, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int wrong = expect(message, SENT);
  message++;
  MPI_Send(&message, 1, MPI_INT64_T, 0, TAG, MPI_COMM_WORLD);
  return wrong;
}

int main(int count, char **arguments) {
  int rank, size;
  MPI_Init(&count, &arguments);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int wrong = size == 2 ? (rank == 0 ? serve() : give_back()) : expect(size, 2);
  MPI_Finalize();
  return wrong;
}
