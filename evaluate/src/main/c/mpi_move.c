/*
 * By MPI-IO: what all ranks of a job have of an array in one collective call through a view, or pieces
 * in turn at explicit offsets, each rank for itself. The option `kept` says whether the file stays open
 * from run to run (`true` or absent).
 */
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "mover.h"

static struct {
  const struct task *task;
  unsigned char *array;
  MPI_Datatype element;
  MPI_Datatype view; /* MPI_DATATYPE_NULL: none */
  int count;         /* elements of the array */
  bool kept;
  MPI_File file; /* MPI_FILE_NULL: none is open */
  char why[MPI_MAX_ERROR_STRING + 64];
} state = {
    .element = MPI_DATATYPE_NULL, .view = MPI_DATATYPE_NULL, .file = MPI_FILE_NULL};

/* What is wrong, with the call that said so, or NULL. */
static const char *fault(const char *call, int code) {
  if (code == MPI_SUCCESS) {
    return NULL;
  }
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  text[strcspn(text, "\n")] = '\0';
  snprintf(state.why, sizeof state.why, "%s: %s", call, text);
  return state.why;
}

static const char *start(void) {
  int code = MPI_Init(NULL, NULL);
  if (code == MPI_SUCCESS) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  }
  return fault("MPI_Init", code);
}

static void stop(void) { MPI_Finalize(); }

static const char *check_ranks(const struct task *task) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == task->rank && size == task->processes) {
    return NULL;
  }
  snprintf(state.why, sizeof state.why, "MPI has this for rank %d of %d, the task for %d of %d", rank,
           size, task->rank, task->processes);
  return state.why;
}

static MPI_Datatype element_of(size_t width) {
  switch (width) {
    case 2: return MPI_INT16_T;
    case 4: return MPI_INT32_T;
    case 8: return MPI_DOUBLE;
    default: return MPI_BYTE;
  }
}

static bool has_cycles(const struct distribution *part) {
  for (int d = 0; d < part->dimensions; d++) {
    if (part->dealing[d] == CYCLIC) {
      return true;
    }
  }
  return false;
}

static const char *subarray(const struct distribution *part) {
  int sizes[MAX_RANK], counts[MAX_RANK], starts[MAX_RANK];
  for (int d = 0; d < part->dimensions; d++) {
    sizes[d] = (int)part->shape[d];
    counts[d] = (int)axis_selection_size(&part->along[d]);
    starts[d] = (int)part->along[d].start;
  }
  return fault("MPI_Type_create_subarray",
               MPI_Type_create_subarray(part->dimensions, sizes, counts, starts, MPI_ORDER_C,
                                        state.element, &state.view));
}

static const char *darray(const struct distribution *part) {
  static const int distributions[] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK,
                                      MPI_DISTRIBUTE_CYCLIC};
  int sizes[MAX_RANK], deals[MAX_RANK], cycles[MAX_RANK], grid[MAX_RANK];
  for (int d = 0; d < part->dimensions; d++) {
    sizes[d] = (int)part->shape[d];
    deals[d] = distributions[part->dealing[d]];
    cycles[d] = part->dealing[d] == CYCLIC ? (int)part->cycle[d] : MPI_DISTRIBUTE_DFLT_DARG;
    grid[d] = (int)part->grid[d];
  }
  return fault("MPI_Type_create_darray",
               MPI_Type_create_darray(state.task->processes, state.task->rank, part->dimensions, sizes,
                                      deals, cycles, grid, MPI_ORDER_C, state.element, &state.view));
}

static const char *make_view(const struct distribution *part) {
  for (int d = 0; d < part->dimensions; d++) {
    if (part->shape[d] > INT_MAX) {
      return "an axis is too long for MPI's types";
    }
  }
  const char *wrong = has_cycles(part) ? darray(part) : subarray(part);
  return wrong ? wrong : fault("MPI_Type_commit", MPI_Type_commit(&state.view));
}

static const char *open_file(void) {
  int mode = state.task->write ? MPI_MODE_CREATE | MPI_MODE_RDWR : MPI_MODE_RDONLY;
  return fault("MPI_File_open", MPI_File_open(MPI_COMM_WORLD, state.task->file, mode, MPI_INFO_NULL,
                                              &state.file));
}

static const char *close_file(void) {
  return state.file == MPI_FILE_NULL ? NULL : fault("MPI_File_close", MPI_File_close(&state.file));
}

static const char *prepare(const struct task *task, struct team *team, unsigned char *array) {
  (void)team;
  state.task = task;
  state.array = array;
  state.element = element_of(task->width);
  state.kept = strcmp(task_option(task, "kept", ""), "true") == 0;
  uint64_t count = task_array_bytes(task) / task->width;
  const char *wrong = check_ranks(task);
  if (!wrong && (task->swap || count > INT_MAX)) {
    wrong = "this program moves up to 2^31 - 1 elements in native byte order";
  }
  if (!wrong && task->access != DISTRIBUTED && task->access != IN_TURN) {
    wrong = "this program moves parts of arrays and pieces in turn";
  }
  state.count = (int)count;
  if (!wrong && task->access == DISTRIBUTED) {
    wrong = make_view(&task->distribution);
  }
  return !wrong && state.kept ? open_file() : wrong;
}

static void end(void) {
  close_file();
  if (state.view != MPI_DATATYPE_NULL) {
    MPI_Type_free(&state.view);
  }
}

/* A short transfer is a failure here; what is to be moved is there. */
static const char *check_count(const char *call, int code, MPI_Status *status, int count) {
  const char *wrong = fault(call, code);
  int moved = count;
  if (!wrong && state.task->write) {
    MPI_Get_count(status, state.element, &moved);
  }
  return wrong || moved == count ? wrong : "MPI wrote less than it was asked to";
}

static const char *move_part(void) {
  const char *wrong = fault("MPI_File_set_view", MPI_File_set_view(state.file, 0, state.element, state.view,
                                                                   "native", MPI_INFO_NULL));
  if (wrong) {
    return wrong;
  }
  MPI_Status status;
  int code = state.task->write
                 ? MPI_File_write_all(state.file, state.array, state.count, state.element, &status)
                 : MPI_File_read_all(state.file, state.array, state.count, state.element, &status);
  return check_count(state.task->write ? "MPI_File_write_all" : "MPI_File_read_all", code, &status,
                     state.count);
}

static int move_piece(const struct piece *piece, int count, MPI_Status *status) {
  MPI_Offset at = (MPI_Offset)piece->in_file;
  unsigned char *memory = state.array + piece->in_array;
  return state.task->write
             ? MPI_File_write_at(state.file, at, memory, count, state.element, status)
             : MPI_File_read_at(state.file, at, memory, count, state.element, status);
}

/* Without a view, offsets are bytes. */
static const char *move_in_turn(void) {
  struct block block = task_block(state.task, 0);
  const char *wrong = NULL;
  for (uint64_t n = 0; !wrong && n < task_moves(state.task, &block); n++) {
    struct piece piece = task_move(state.task, &block, n);
    int count = (int)(piece.length / state.task->width);
    MPI_Status status;
    int code = move_piece(&piece, count, &status);
    wrong = check_count("MPI-IO at an explicit offset", code, &status, count);
  }
  return wrong;
}

static void meet(void) { MPI_Barrier(MPI_COMM_WORLD); }

static const char *run(void) {
  const char *wrong = state.kept ? NULL : open_file();
  if (wrong) {
    return wrong;
  }
  wrong = state.task->access == DISTRIBUTED ? move_part() : move_in_turn();
  if (state.kept) {
    return wrong;
  }
  if (wrong) {
    MPI_File_close(&state.file);
    return wrong;
  }
  return close_file();
}

const struct mover mover = {
    .start = start, .prepare = prepare, .meet = meet, .run = run, .end = end, .stop = stop};
