/* What all ranks do with doubles together: MPI_Allreduce, MPI_Alltoall.

   Each operation has other doubles at both ends of what each rank sends, as
   io.penstock.evaluate.messages.CollectiveRank has it. */
#include <limits.h>
#include <math.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "drill.h"

enum { VALUES = 4096 };

static struct {
  bool sums;
  int rank, size, blocks;
  uint64_t count, operations; /* doubles in a block; since they were filled */
  double *send, *receive;
} state;

static void end(void) {
  free(state.send);
  free(state.receive);
  memset(&state, 0, sizeof state);
}

static const char *prepare(const struct drill *drill, bool sums) {
  MPI_Comm_rank(MPI_COMM_WORLD, &state.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &state.size);
  if (state.size != drill->processes || state.rank != drill->rank) {
    return "the launcher is not the library's: the ranks are not one job";
  }
  state.sums = sums;
  state.blocks = sums ? 1 : state.size;
  state.count = drill->bytes / sizeof(double);
  if (state.count == 0 || state.count > INT_MAX) {
    return "too many doubles for one call, or none";
  }
  state.send = calloc(state.blocks * state.count, sizeof(double));
  state.receive = calloc(state.blocks * state.count, sizeof(double));
  return state.send && state.receive ? NULL : "not enough memory";
}

static const char *prepare_sum(const struct drill *drill) { return prepare(drill, true); }

static const char *prepare_blocks(const struct drill *drill) { return prepare(drill, false); }

/* Small whole numbers, whose sums are exact in any order. */
static double value(int rank, int block, uint64_t i, uint64_t salt) {
  return (double)(((uint64_t)rank * 1009 + (uint64_t)block * 101 + i * 7 + salt * 13) % VALUES);
}

static void arm(uint64_t salt) {
  state.operations = 0;
  for (int block = 0; block < state.blocks; block++) {
    for (uint64_t i = 0; i < state.count; i++) {
      state.send[block * state.count + i] = value(state.rank, block, i, salt);
      state.receive[block * state.count + i] = NAN;
    }
  }
}

const char *ranks_agree(uint64_t *operations) {
  bool met = MPI_Bcast(operations, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD) == MPI_SUCCESS &&
             MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS;
  return met ? NULL : "the ranks did not meet";
}

static const char *begin(uint64_t *operations) {
  const char *wrong = ranks_agree(operations);
  state.operations += *operations;
  return wrong;
}

static void change(void) {
  for (int block = 0; block < state.blocks; block++) {
    state.send[block * state.count]++;
    if (state.count > 1) {
      state.send[(block + 1) * state.count - 1]++;
    }
  }
}

static const char *repeat(uint64_t operations) {
  int count = (int)state.count, wrong = MPI_SUCCESS;
  for (uint64_t i = 0; i < operations && wrong == MPI_SUCCESS; i++) {
    change();
    wrong = state.sums ? MPI_Allreduce(state.send, state.receive, count, MPI_DOUBLE, MPI_SUM,
                                       MPI_COMM_WORLD)
                       : MPI_Alltoall(state.send, count, MPI_DOUBLE, state.receive, count,
                                      MPI_DOUBLE, MPI_COMM_WORLD);
  }
  return wrong == MPI_SUCCESS ? NULL : "the operation failed";
}

static double expected(int block, uint64_t i, uint64_t salt) {
  uint64_t changes = i == 0 || i == state.count - 1 ? state.operations : 0;
  if (!state.sums) {
    return value(block, state.rank, i, salt) + (double)changes;
  }
  double sum = 0;
  for (int rank = 0; rank < state.size; rank++) {
    sum += value(rank, 0, i, salt) + (double)changes;
  }
  return sum;
}

static const char *fault(uint64_t salt) {
  for (int block = 0; block < state.blocks; block++) {
    for (uint64_t i = 0; i < state.count; i++) {
      if (state.receive[block * state.count + i] != expected(block, i, salt)) {
        return state.sums ? "a sum is wrong" : "a block did not arrive";
      }
    }
  }
  return NULL;
}

const struct exercise all_reduce = {.name = "all-reduce",
                                    .prepare = prepare_sum,
                                    .arm = arm,
                                    .begin = begin,
                                    .repeat = repeat,
                                    .fault = fault,
                                    .end = end};

const struct exercise all_to_all = {.name = "all-to-all",
                                    .prepare = prepare_blocks,
                                    .arm = arm,
                                    .begin = begin,
                                    .repeat = repeat,
                                    .fault = fault,
                                    .end = end};
