/* The C program that drills by MPI are compared with: a rank of a job. */
#include <mpi.h>
#include <stddef.h>

#include "drill.h"

int main(int count, char **arguments) {
  static const struct exercise *const exercises[] = {
      &ping_pong, &all_reduce, &all_to_all, &window_put, &window_get, &window_fetch, NULL};
  MPI_Init(&count, &arguments);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  drill_serve(exercises);
  MPI_Finalize();
  return 0;
}
