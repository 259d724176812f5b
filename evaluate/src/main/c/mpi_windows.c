/* Rank 1's memory, which rank 0 accesses: MPI_Put, MPI_Get, MPI_Fetch_and_op, each of which
   MPI_Win_flush completes before the next one.

   Before each put and get rank 0 changes both ends of its data, as
   io.penstock.evaluate.messages.Windows has it. */
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "drill.h"
#include "pattern.h"

enum access { PUT, GET, FETCH };

/* MPICH 4.0 puts into other memory where the windows of both ranks share 16 bytes. */
enum { TARGET = 1, LEAST_BYTES = 4096 };

static struct {
  enum access access;
  int rank;
  uint64_t count, operations; /* words; since they were filled */
  uint64_t *data, *memory;
  MPI_Win window;
} state;

static void end(void) {
  MPI_Win_unlock_all(state.window);
  MPI_Win_free(&state.window);
  free(state.data);
  memset(&state, 0, sizeof state);
}

static const char *prepare(const struct drill *drill, enum access access) {
  int size;
  MPI_Comm_rank(MPI_COMM_WORLD, &state.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != drill->processes || size != 2 || state.rank != drill->rank) {
    return "the launcher is not the library's: the ranks are not one job of two";
  }
  state.access = access;
  state.count = drill->bytes / sizeof(uint64_t);
  if (state.count == 0 || state.count > INT_MAX) {
    return "too many words for one call, or none";
  }
  state.data = malloc(state.count * sizeof(uint64_t));
  if (!state.data) {
    return "not enough memory";
  }
  MPI_Aint room = drill->bytes < LEAST_BYTES ? LEAST_BYTES : (MPI_Aint)drill->bytes;
  if (MPI_Win_allocate(room, sizeof(uint64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &state.memory,
                       &state.window) != MPI_SUCCESS) {
    return "MPI_Win_allocate failed";
  }
  MPI_Win_set_errhandler(state.window, MPI_ERRORS_RETURN);
  return MPI_Win_lock_all(0, state.window) == MPI_SUCCESS ? NULL : "MPI_Win_lock_all failed";
}

static const char *prepare_put(const struct drill *drill) { return prepare(drill, PUT); }

static const char *prepare_get(const struct drill *drill) { return prepare(drill, GET); }

static const char *prepare_fetch(const struct drill *drill) { return prepare(drill, FETCH); }

static void arm(uint64_t salt) {
  uint64_t flip = state.access == PUT ? 0 : ~UINT64_C(0);
  state.operations = 0;
  for (uint64_t i = 0; i < state.count; i++) {
    state.data[i] = word(i, salt) ^ flip;
    state.memory[i] = word(i, salt) ^ ~flip;
  }
  MPI_Win_sync(state.window);
}

static const char *begin(uint64_t *operations) {
  const char *wrong = ranks_agree(operations);
  state.operations += *operations;
  return wrong;
}

static void change(void) {
  state.data[0]++;
  if (state.count > 1) {
    state.data[state.count - 1]++;
  }
}

static int operate(void) {
  static const uint64_t one = 1;
  int count = (int)state.count;
  switch (state.access) {
  case PUT:
    change();
    return MPI_Put(state.data, count, MPI_UINT64_T, TARGET, 0, count, MPI_UINT64_T, state.window);
  case GET:
    change();
    return MPI_Get(state.data, count, MPI_UINT64_T, TARGET, 0, count, MPI_UINT64_T, state.window);
  case FETCH:
    return MPI_Fetch_and_op(&one, state.data, MPI_UINT64_T, TARGET, 0, MPI_SUM, state.window);
  }
  return MPI_ERR_ARG;
}

/* The target waits in MPI meanwhile: some libraries need that. */
static const char *repeat(uint64_t operations) {
  int wrong = MPI_SUCCESS;
  for (uint64_t i = 0; state.rank != TARGET && i < operations && wrong == MPI_SUCCESS; i++) {
    wrong = operate();
    if (wrong == MPI_SUCCESS) {
      wrong = MPI_Win_flush(TARGET, state.window);
    }
  }
  if (MPI_Barrier(MPI_COMM_WORLD) != MPI_SUCCESS) {
    return "the ranks did not meet";
  }
  return wrong == MPI_SUCCESS ? NULL : "the operation failed";
}

/* Rank 0 has what was in the memory before its last addition. */
static uint64_t expected(uint64_t i, uint64_t salt) {
  if (state.access == GET || (i > 0 && i < state.count - 1)) {
    return word(i, salt);
  }
  uint64_t last = state.access == FETCH && state.rank != TARGET ? 1 : 0;
  return word(i, salt) + state.operations - last;
}

static const char *fault(uint64_t salt) {
  MPI_Win_sync(state.window);
  const uint64_t *there = state.rank == TARGET ? state.memory : state.data;
  for (uint64_t i = 0; i < state.count; i++) {
    if (there[i] != expected(i, salt)) {
      return state.rank == TARGET ? "the window does not hold what it should"
                                  : "the origin does not hold what it should";
    }
  }
  return NULL;
}

const struct exercise window_put = {.name = "window-put",
                                    .prepare = prepare_put,
                                    .arm = arm,
                                    .begin = begin,
                                    .repeat = repeat,
                                    .fault = fault,
                                    .end = end};

const struct exercise window_get = {.name = "window-get",
                                    .prepare = prepare_get,
                                    .arm = arm,
                                    .begin = begin,
                                    .repeat = repeat,
                                    .fault = fault,
                                    .end = end};

const struct exercise window_fetch = {.name = "window-fetch",
                                      .prepare = prepare_fetch,
                                      .arm = arm,
                                      .begin = begin,
                                      .repeat = repeat,
                                      .fault = fault,
                                      .end = end};
