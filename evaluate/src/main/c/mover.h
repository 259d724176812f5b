/* A way of moving an array between memory and a file. A program is linked with one of them. */
#ifndef MOVER_H
#define MOVER_H

#include "task.h"
#include "team.h"

/* Functions that return text return what is wrong, in one line, or NULL: `absent` and why, where this
   machine lacks something. */
struct mover {
  /* Once, before everything else; may be NULL. */
  const char *(*start)(void);

  /* Makes ready. The task stays where it is. */
  const char *(*prepare)(const struct task *task, struct team *team, unsigned char *array);

  /* Waits for the other processes that move together with this one; may be NULL. Not timed. */
  void (*meet)(void);

  /* Moves everything: open, move, close. This is what is timed. */
  const char *(*run)(void);

  /* Moves everything once more and takes the time of each request, from where it is handed over to its end:
     the nanoseconds that 50, 99 and 99.9 of a hundred do not exceed. NULL where nobody takes them. */
  const char *(*time)(uint64_t percentiles[3]);

  /* Gives back what was kept between runs. */
  void (*end)(void);

  /* Once, at last; may be NULL. */
  void (*stop)(void);
};

extern const struct mover mover;

#endif
