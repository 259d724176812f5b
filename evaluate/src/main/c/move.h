/* The ways in which C moves an array between memory and a file. */
#ifndef MOVE_H
#define MOVE_H

#include "task.h"
#include "team.h"

enum method { TRANSFER, KEPT_MAP, FRESH_MAP, DIRECT };

/* A task made ready to run any number of times. */
struct move {
  struct task *task;
  struct team *team;
  unsigned char *array;
  enum method method;
  bool preallocate; /* fallocate before writing */
  bool sync;        /* fdatasync after writing */
  unsigned char *kept;

  int descriptor;
  const unsigned char *map;
  int error;          /* errno of the first failure in a run */
  const char *failed; /* the call that failed */
};

/* Makes ready; options: method=transfer|kept-map|fresh-map|direct, preallocate=true, sync=true.
   Returns what is wrong, or NULL. */
const char *move_prepare(struct move *move, struct task *task, struct team *team,
                         unsigned char *array);

/* Moves everything: open, move, close. This is what is timed. Returns false on failure, which is in
   `error` and `failed`. */
bool move_run(struct move *move);

/* Gives back what was kept between runs. */
void move_end(struct move *move);

#endif
