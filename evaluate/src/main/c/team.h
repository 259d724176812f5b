/* Threads that are started once and released together; the first one is the caller. */
#ifndef TEAM_H
#define TEAM_H

#include <stdint.h>

struct team;

/* What member number `member` does. */
typedef void team_work(void *context, int member);

/* Starts the helpers of a team. Returns NULL where the system refuses. */
struct team *team_start(int members);

/* Lets all members do their part and waits for the last one. */
void team_run(struct team *team, team_work *work, void *context);

/* The same, from a flying start: where the last race was some time ago all are busy for a while before,
   so that the scheduler gives each a processor of its own if there are enough. Returns the nanoseconds from the first one's start to the
   last one's end, that while left out. */
uint64_t team_race(struct team *team, team_work *work, void *context);

/* Ends the helpers. NULL is no team. */
void team_end(struct team *team);

#endif
