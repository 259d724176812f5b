#include "task.h"

#include <stdlib.h>
#include <string.h>

#include "pattern.h"

enum { PAGE_BYTES = 4096 };

const char *task_option(const struct task *task, const char *name, const char *otherwise) {
  return words_text(&task->words, name, otherwise);
}

static size_t width_of(const char *type) {
  static const struct { const char *name; size_t width; } types[] = {
      {"byte", 1}, {"short", 2}, {"char", 2}, {"int", 4}, {"long", 8}, {"float", 4}, {"double", 8}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (strcmp(types[i].name, type) == 0) {
      return types[i].width;
    }
  }
  return 0;
}

static enum access access_of(const struct words *words) {
  static const char *const names[] = {"sequential", "scattered", "tiles", "distributed", "in-turn"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (words_is(words, "access", names[i])) {
      return (enum access)i;
    }
  }
  return SEQUENTIAL;
}

const char *task_read(struct task *task, char *line) {
  memset(task, 0, sizeof *task);
  const struct words *words = &task->words;
  words_read(&task->words, line);
  task->write = words_is(words, "operation", "write");
  task->swap = words_is(words, "order", "big");
  task->width = width_of(task_option(task, "type", ""));
  task->elements = words_number(words, "elements", 0);
  task->threads = (int)words_number(words, "threads", 1);
  task->processes = (int)words_number(words, "processes", 1);
  task->rank = (int)words_number(words, "rank", 0);
  task->request = words_number(words, "request", 1048576);
  task->reads = words_number(words, "reads", 0);
  task->seed = words_number(words, "seed", 0);
  task->slots = words_number(words, "slots", 1);
  task->file = task_option(task, "file", NULL);
  task->dimensions = extents(task_option(task, "shape", ""), task->shape);
  task->access = access_of(words);
  if (task->width == 0 || task->elements == 0 || !task->file) {
    return "the task lacks a type, elements or a file";
  }
  if (task->request == 0 || task->request % task->width != 0) {
    return "a request must be whole elements";
  }
  if (task->access == TILES &&
      (task->dimensions == 0 ||
       extents(task_option(task, "tile", ""), task->tile) != task->dimensions)) {
    return "shape and tile differ in rank";
  }
  if (task->access == DISTRIBUTED) {
    return distribution_read(&task->distribution, words, task->rank);
  }
  return NULL;
}

static uint64_t product(const uint64_t *extents, int count) {
  uint64_t all = 1;
  for (int d = 0; d < count; d++) {
    all *= extents[d];
  }
  return all;
}

static uint64_t tile_elements(const struct task *task) {
  return product(task->tile, task->dimensions);
}

static uint64_t row_elements(const struct task *task) { return task->tile[task->dimensions - 1]; }

uint64_t task_file_bytes(const struct task *task) { return task->elements * task->width; }

static uint64_t items(const struct task *task) {
  switch (task->access) {
    case TILES: return task->elements / tile_elements(task);
    case SCATTERED: return task->reads;
    case DISTRIBUTED: return (uint64_t)task->processes;
    case IN_TURN: return task_file_bytes(task) / task->request;
    default: return task->elements;
  }
}

/* Where part number `part` of `parts` begins; sequential parts begin at a page of the file. */
static uint64_t cut(const struct task *task, uint64_t first, uint64_t count, int part, int parts) {
  if (part == 0 || part == parts) {
    return part == 0 ? first : first + count;
  }
  uint64_t step = task->access == SEQUENTIAL ? PAGE_BYTES / task->width : 1;
  uint64_t at = (first + count * (uint64_t)part / (uint64_t)parts) / step * step;
  return at < first ? first : at;
}

static uint64_t first_item(const struct task *task, int rank) {
  return cut(task, 0, items(task), rank, task->processes);
}

struct block task_block(const struct task *task, int member) {
  uint64_t first = first_item(task, task->rank);
  uint64_t count = first_item(task, task->rank + 1) - first;
  uint64_t from = cut(task, first, count, member, task->threads);
  uint64_t to = cut(task, first, count, member + 1, task->threads);
  return (struct block){member, from, from - first, to - from};
}

uint64_t task_array_bytes(const struct task *task) {
  uint64_t count = first_item(task, task->rank + 1) - first_item(task, task->rank);
  switch (task->access) {
    case TILES: return count * tile_elements(task) * task->width;
    case SCATTERED: return (uint64_t)task->threads * task->slots * task->request;
    case DISTRIBUTED: return distribution_elements(&task->distribution) * task->width;
    case IN_TURN: return task->slots * task->request;
    default: return count * task->width;
  }
}

static uint64_t rows(const struct task *task) { return tile_elements(task) / row_elements(task); }

/* Where row number `row` of tile number `index` starts in the file, in elements. */
static uint64_t row_start(const struct task *task, uint64_t index, uint64_t row) {
  uint64_t start[MAX_RANK];
  for (int d = task->dimensions - 1; d >= 0; d--) {
    uint64_t across = task->shape[d] / task->tile[d];
    start[d] = index % across * task->tile[d];
    index /= across;
  }
  for (int d = task->dimensions - 2; d >= 0; d--) {
    start[d] += row % task->tile[d];
    row /= task->tile[d];
  }
  uint64_t element = 0;
  for (int d = 0; d < task->dimensions; d++) {
    element = element * task->shape[d] + start[d];
  }
  return element;
}

static struct piece read_piece(const struct task *task, const struct block *block, uint64_t n) {
  uint64_t slot = (uint64_t)block->member * task->slots + n % task->slots;
  uint64_t places = task_file_bytes(task) / task->request;
  uint64_t place = scattered(block->first + n, task->seed, places);
  return (struct piece){slot * task->request, place * task->request, task->request};
}

static struct piece turn_piece(const struct task *task, uint64_t k) {
  uint64_t piece = k * (uint64_t)task->processes + (uint64_t)task->rank;
  return (struct piece){k % task->slots * task->request, piece * task->request, task->request};
}

/* Of those pieces that pass through the slots one after the other, as many as find room there. */
static uint64_t kept(const struct task *task, const struct block *block) {
  return block->count < task->slots ? block->count : task->slots;
}

uint64_t task_pieces(const struct task *task, const struct block *block) {
  switch (task->access) {
    case TILES: return block->count * rows(task);
    case SCATTERED:
    case IN_TURN: return kept(task, block);
    case DISTRIBUTED: return distribution_runs(&task->distribution);
    default: return block->count > 0;
  }
}

struct piece task_piece(const struct task *task, const struct block *block, uint64_t n) {
  switch (task->access) {
    case TILES: {
      uint64_t length = row_elements(task) * task->width;
      uint64_t row = block->index * rows(task) + n;
      uint64_t start = row_start(task, block->first + n / rows(task), n % rows(task));
      return (struct piece){row * length, start * task->width, length};
    }
    case SCATTERED:
      return read_piece(task, block, block->count - kept(task, block) + n);
    case IN_TURN:
      return turn_piece(task, task->write ? n : block->count - kept(task, block) + n);
    case DISTRIBUTED: {
      struct run run = distribution_run(&task->distribution, n);
      return (struct piece){run.in_array * task->width, run.in_file * task->width,
                            run.length * task->width};
    }
    default:
      return (struct piece){block->index * task->width, block->first * task->width,
                            block->count * task->width};
  }
}

uint64_t task_moves(const struct task *task, const struct block *block) {
  bool all = task->access == SCATTERED || task->access == IN_TURN;
  return all ? block->count : task_pieces(task, block);
}

struct piece task_move(const struct task *task, const struct block *block, uint64_t n) {
  switch (task->access) {
    case SCATTERED: return read_piece(task, block, n);
    case IN_TURN: return turn_piece(task, n);
    default: return task_piece(task, block, n);
  }
}
