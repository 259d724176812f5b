#include "team.h"

#include <pthread.h>
#include <stdlib.h>

struct member {
  struct team *team;
  int number;
  pthread_t thread;
};

struct team {
  int members;
  pthread_barrier_t start, end;
  team_work *work; /* NULL: the helpers are to end */
  void *context;
  struct member member[];
};

static void *help(void *argument) {
  struct member *self = argument;
  struct team *team = self->team;
  for (;;) {
    pthread_barrier_wait(&team->start);
    if (!team->work) {
      return NULL;
    }
    team->work(team->context, self->number);
    pthread_barrier_wait(&team->end);
  }
}

struct team *team_start(int members) {
  struct team *team = calloc(1, sizeof *team + (size_t)members * sizeof *team->member);
  if (!team) {
    return NULL;
  }
  team->members = members;
  pthread_barrier_init(&team->start, NULL, (unsigned)members);
  pthread_barrier_init(&team->end, NULL, (unsigned)members);
  for (int i = 1; i < members; i++) {
    team->member[i] = (struct member){.team = team, .number = i};
    if (pthread_create(&team->member[i].thread, NULL, help, &team->member[i]) != 0) {
      return NULL; /* the process is about to end: what was started ends with it */
    }
  }
  return team;
}

void team_run(struct team *team, team_work *work, void *context) {
  team->work = work;
  team->context = context;
  if (team->members > 1) {
    pthread_barrier_wait(&team->start);
  }
  work(context, 0);
  if (team->members > 1) {
    pthread_barrier_wait(&team->end);
  }
}

void team_end(struct team *team) {
  if (!team) {
    return;
  }
  team->work = NULL;
  if (team->members > 1) {
    pthread_barrier_wait(&team->start);
  }
  for (int i = 1; i < team->members; i++) {
    pthread_join(team->member[i].thread, NULL);
  }
  pthread_barrier_destroy(&team->start);
  pthread_barrier_destroy(&team->end);
  free(team);
}
