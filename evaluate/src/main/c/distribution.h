/* An array that is dealt to processes, as io.penstock.array.Distribution has it. */
#ifndef DISTRIBUTION_H
#define DISTRIBUTION_H

#include <stdbool.h>
#include <stdint.h>

#include "words.h"

enum { MAX_RANK = 8 };

enum dealing { WHOLE, BLOCK, CYCLIC };

/* Blocks of neighbouring indices of one axis, one every `stride` from `start` on; the last one may be
   shorter. */
struct axis_selection {
  uint64_t start, stride, count, block, last;
};

/* One process's part. */
struct distribution {
  int dimensions;
  uint64_t shape[MAX_RANK], grid[MAX_RANK];
  enum dealing dealing[MAX_RANK];
  uint64_t cycle[MAX_RANK]; /* indices that are dealt at a time, where dealing is CYCLIC */
  struct axis_selection along[MAX_RANK];
  int axis;       /* along which the part falls apart; all faster ones are its own as a whole */
  uint64_t below; /* elements of the file for each index of that axis */
};

/* Elements that lie side by side both in the process's array and in the file. */
struct run {
  uint64_t in_array, in_file, length;
};

/* A list of extents, `4x5x6`. Returns how many, or 0 if it is none. */
int extents(const char *text, uint64_t *into);

/* Reads the words shape, dealing and grid. Returns what is wrong with them, or NULL. */
const char *distribution_read(struct distribution *distribution, const struct words *words,
                              int rank);

/* How many indices of an axis the process has. */
uint64_t axis_selection_size(const struct axis_selection *along);

uint64_t distribution_elements(const struct distribution *distribution);

/* How many runs the part has, and its run number `n`. */
uint64_t distribution_runs(const struct distribution *distribution);
struct run distribution_run(const struct distribution *distribution, uint64_t n);

#endif
