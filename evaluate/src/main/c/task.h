/* What one process is asked to do, as io.penstock.evaluate.run.Task has it. */
#ifndef TASK_H
#define TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "distribution.h"
#include "words.h"

enum access { SEQUENTIAL, SCATTERED, TILES, DISTRIBUTED, IN_TURN };

struct task {
  struct words words;

  bool write;
  bool swap; /* the file has the other byte order */
  enum access access;
  size_t width; /* bytes of an element */
  uint64_t elements;
  int threads, processes, rank;
  size_t request;
  uint64_t reads, seed, slots;
  int dimensions;
  uint64_t shape[MAX_RANK], tile[MAX_RANK];
  struct distribution distribution;
  const char *file;
};

/* A thread's part, in items of the access: elements, tiles, reads, pieces, or the one part of a
   process. */
struct block {
  int member;
  uint64_t first, index, count;
};

/* Bytes that lie side by side both in the array and in the file. */
struct piece {
  uint64_t in_array, in_file, length;
};

/* Reads a task from a line of name=value words, which it takes apart. Returns what is wrong with it,
   or NULL. */
const char *task_read(struct task *task, char *line);

/* The value of an option, or `otherwise` where it was not given. */
const char *task_option(const struct task *task, const char *name, const char *otherwise);

uint64_t task_file_bytes(const struct task *task);
uint64_t task_array_bytes(const struct task *task);

/* The part of thread number `member`. */
struct block task_block(const struct task *task, int member);

/* How many pieces a block has for the array to hold at once, and its piece number `n`. Where slots are
   used again and again these are the last that are read and the first that are written. */
uint64_t task_pieces(const struct task *task, const struct block *block);
struct piece task_piece(const struct task *task, const struct block *block, uint64_t n);

/* How many pieces a block moves in one run, and its `n`-th one. */
uint64_t task_moves(const struct task *task, const struct block *block);
struct piece task_move(const struct task *task, const struct block *block, uint64_t n);

#endif
