#include "team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#define APART_NANOS UINT64_C(20000000)
#define TOGETHER_NANOS UINT64_C(50000000)

struct member {
  struct team *team;
  int number;
  pthread_t thread;
  uint64_t start, end;
};

struct team {
  int members;
  pthread_barrier_t start, end;
  team_work *work; /* NULL: the helpers are to end */
  void *context;
  _Atomic int ready;
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

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * UINT64_C(1000000000) + (uint64_t)time.tv_nsec;
}

static void spin(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

static void part(struct team *team) {
  for (uint64_t until = now() + APART_NANOS; now() < until;) {
    spin();
  }
  int all = (atomic_fetch_add(&team->ready, 1) / team->members + 1) * team->members;
  while (atomic_load(&team->ready) < all) {
    spin();
  }
}

struct race {
  struct team *team;
  team_work *work;
  void *context;
  bool apart;
};

static void run_part(void *context, int member) {
  struct race *race = context;
  struct member *self = &race->team->member[member];
  if (race->apart) {
    part(race->team);
  }
  self->start = now();
  race->work(race->context, member);
  self->end = now();
}

uint64_t team_race(struct team *team, team_work *work, void *context) {
  if (team->members == 1) {
    uint64_t start = now();
    work(context, 0);
    return now() - start;
  }
  struct race race = {.team = team,
                      .work = work,
                      .context = context,
                      .apart = now() - team->member[0].end > TOGETHER_NANOS};
  team_run(team, run_part, &race);
  uint64_t first = team->member[0].start, last = team->member[0].end;
  for (int i = 1; i < team->members; i++) {
    first = team->member[i].start < first ? team->member[i].start : first;
    last = team->member[i].end > last ? team->member[i].end : last;
  }
  return last - first;
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
