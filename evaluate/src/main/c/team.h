/* Threads that are started once and released together; the first one is the caller. */
#ifndef TEAM_H
#define TEAM_H

struct team;

/* What member number `member` does. */
typedef void team_work(void *context, int member);

/* Starts the helpers of a team. Returns NULL where the system refuses. */
struct team *team_start(int members);

/* Lets all members do their part and waits for the last one. */
void team_run(struct team *team, team_work *work, void *context);

/* Ends the helpers. NULL is no team. */
void team_end(struct team *team);

#endif
