#include "distribution.h"

#include <stdlib.h>
#include <string.h>

int extents(const char *text, uint64_t *into) {
  int count = 0;
  for (char *end; *text && count < MAX_RANK; text = *end == 'x' ? end + 1 : end) {
    into[count++] = strtoull(text, &end, 10);
    if (end == text) {
      return 0;
    }
  }
  return count;
}

uint64_t axis_selection_size(const struct axis_selection *along) {
  return along->count == 0 ? 0 : (along->count - 1) * along->block + along->last;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t divided(uint64_t a, uint64_t b) { return (a + b - 1) / b; }

static struct axis_selection range(uint64_t start, uint64_t length) {
  return length == 0 ? (struct axis_selection){start, 1, 0, 1, 0}
                     : (struct axis_selection){start, length, 1, length, length};
}

static struct axis_selection block_of(uint64_t extent, uint64_t processes, uint64_t coordinate) {
  uint64_t block = divided(extent, processes);
  uint64_t start = least(extent, block * coordinate);
  return range(start, least(block, extent - start));
}

static struct axis_selection cycle_of(uint64_t extent, uint64_t processes, uint64_t coordinate,
                            uint64_t block) {
  uint64_t start = least(extent, block * coordinate);
  if (start == extent) {
    return range(0, 0);
  }
  uint64_t left = extent - start;
  uint64_t stride = least(left, block * processes);
  uint64_t count = divided(left, stride);
  uint64_t last = least(block, left - (count - 1) * stride);
  return (struct axis_selection){start, stride, count, count == 1 ? last : block, last};
}

static void take_part(struct distribution *distribution, uint64_t rank) {
  for (int d = distribution->dimensions - 1; d >= 0; d--) {
    uint64_t extent = distribution->shape[d];
    uint64_t processes = distribution->grid[d];
    uint64_t coordinate = rank % processes;
    rank /= processes;
    distribution->along[d] =
        distribution->dealing[d] == CYCLIC
            ? cycle_of(extent, processes, coordinate, distribution->cycle[d])
            : block_of(extent, processes, coordinate);
  }
}

static void find_axis(struct distribution *distribution) {
  int axis = distribution->dimensions - 1;
  distribution->below = 1;
  while (axis > 0 && axis_selection_size(&distribution->along[axis]) == distribution->shape[axis]) {
    distribution->below *= distribution->shape[axis];
    axis--;
  }
  distribution->axis = axis;
}

/* `whole,block,cyclic3` */
static int read_dealings(struct distribution *distribution, const char *text) {
  int count = 0;
  while (*text && count < MAX_RANK) {
    size_t length = strcspn(text, ",");
    if (strncmp(text, "cyclic", 6) == 0) {
      distribution->dealing[count] = CYCLIC;
      distribution->cycle[count] = strtoull(text + 6, NULL, 10);
    } else {
      distribution->dealing[count] = strncmp(text, "whole", length) == 0 ? WHOLE : BLOCK;
    }
    count++;
    text += text[length] ? length + 1 : length;
  }
  return count;
}

const char *distribution_read(struct distribution *distribution, const struct words *words,
                              int rank) {
  memset(distribution, 0, sizeof *distribution);
  int dimensions = extents(words_text(words, "shape", ""), distribution->shape);
  distribution->dimensions = dimensions;
  if (dimensions == 0 ||
      extents(words_text(words, "grid", ""), distribution->grid) != dimensions ||
      read_dealings(distribution, words_text(words, "dealing", "")) != dimensions) {
    return "shape, dealings and grid differ in rank";
  }
  take_part(distribution, (uint64_t)rank);
  find_axis(distribution);
  return NULL;
}

uint64_t distribution_elements(const struct distribution *distribution) {
  uint64_t all = 1;
  for (int d = 0; d < distribution->dimensions; d++) {
    all *= axis_selection_size(&distribution->along[d]);
  }
  return all;
}

uint64_t distribution_runs(const struct distribution *distribution) {
  uint64_t count = distribution->along[distribution->axis].count;
  for (int d = 0; d < distribution->axis; d++) {
    count *= axis_selection_size(&distribution->along[d]);
  }
  return count;
}

/* Where row number `row` of those that are the process's begins, in indices of the axis. */
static uint64_t row_start(const struct distribution *distribution, uint64_t row) {
  uint64_t start = 0;
  uint64_t stride = distribution->shape[distribution->axis];
  for (int d = distribution->axis - 1; d >= 0; d--) {
    const struct axis_selection *along = &distribution->along[d];
    uint64_t index = row % axis_selection_size(along);
    row /= axis_selection_size(along);
    start += (along->start + index / along->block * along->stride + index % along->block) * stride;
    stride *= distribution->shape[d];
  }
  return start;
}

struct run distribution_run(const struct distribution *distribution, uint64_t n) {
  const struct axis_selection *along = &distribution->along[distribution->axis];
  uint64_t row = n / along->count;
  uint64_t block = n % along->count;
  uint64_t length = block == along->count - 1 ? along->last : along->block;
  uint64_t in_file = row_start(distribution, row) + along->start + block * along->stride;
  uint64_t in_array = row * axis_selection_size(along) + block * along->block;
  uint64_t below = distribution->below;
  return (struct run){in_array * below, in_file * below, length * below};
}
