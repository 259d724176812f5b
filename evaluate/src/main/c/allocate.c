/* malloc and free, as io.penstock.evaluate.messages does it with other allocators. */
#include <math.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "drill.h"
#include "pattern.h"
#include "team.h"

enum { SEQUENCE = 1 << 14, LIVE = 500, ROOM = 1024, LOOKS = 20, SPINS = 20 };

/* Keeps the compiler from leaving out what nobody uses. */
static inline void use(void *pointer) { __asm__ volatile("" : : "r"(pointer) : "memory"); }

static struct {
  uint64_t bytes, operations, nanos;
  struct team *team;
  uint32_t sizes[SEQUENCE], slots[SEQUENCE];
  uint32_t position;
  void *live[LIVE];
  _Atomic(void *) ring[ROOM];
  _Atomic int exhausted;
} state;

static const char *start_team(const struct drill *drill) {
  state.bytes = drill->bytes;
  state.team = team_start(drill->threads);
  return state.team ? NULL : "not enough threads";
}

static void end_team(void) {
  team_end(state.team);
  state.team = NULL;
}

static uint64_t team_nanos(void) { return state.nanos; }

static const char *run_team(team_work *work, uint64_t operations) {
  state.operations = operations;
  atomic_store(&state.exhausted, 0);
  state.nanos = team_race(state.team, work, NULL);
  return atomic_load(&state.exhausted) ? "malloc has no more memory" : NULL;
}

/* As many small sizes as large ones, in the sense of powers. */
static void draw(double least, double most, uint32_t places) {
  for (uint64_t i = 0; i < SEQUENCE; i++) {
    double u = (double)(mix(i, 1) >> 11) * 0x1p-53;
    state.sizes[i] = (uint32_t)(least * exp(u * log(most / least)));
    state.slots[i] = (uint32_t)(mix(i, 2) % places);
  }
  state.position = 0;
}

static uint32_t next(void) {
  uint32_t now = state.position;
  state.position = (now + 1) % SEQUENCE;
  return now;
}

static void *allocate(uint64_t bytes) {
  void *block = malloc(bytes);
  if (!block) {
    atomic_store(&state.exhausted, 1);
  }
  use(block);
  return block;
}

/* ---- at once ---- */

static void pair_up(void *context, int member) {
  (void)context;
  (void)member;
  for (uint64_t i = 0; i < state.operations; i++) {
    free(allocate(state.bytes));
  }
}

static const char *repeat_pairs(uint64_t operations) { return run_team(pair_up, operations); }

const struct exercise pairs = {
    .name = "pairs", .prepare = start_team, .repeat = repeat_pairs, .nanos = team_nanos, .end = end_team};

/* ---- among many others ---- */

static void release_all(void) {
  for (int slot = 0; slot < LIVE; slot++) {
    free(state.live[slot]);
    state.live[slot] = NULL;
  }
}

static const char *prepare_mix(const struct drill *drill) {
  (void)drill;
  draw(64, 256 << 10, LIVE);
  for (int slot = 0; slot < LIVE; slot++) {
    state.live[slot] = allocate(state.sizes[next()]);
  }
  return NULL;
}

static const char *repeat_mix(uint64_t operations) {
  atomic_store(&state.exhausted, 0);
  for (uint64_t i = 0; i < operations; i++) {
    uint32_t at = next();
    free(state.live[state.slots[at]]);
    state.live[state.slots[at]] = allocate(state.sizes[at]);
  }
  return atomic_load(&state.exhausted) ? "malloc has no more memory" : NULL;
}

const struct exercise mix_of_sizes = {
    .name = "mix", .prepare = prepare_mix, .repeat = repeat_mix, .end = release_all};

/* ---- from thread to thread ---- */

/* Who looked all the time would drag the cache line of the ring to and fro. */
static void look_away(int *looks) {
  if (++*looks > LOOKS) {
    sched_yield();
    return;
  }
  for (int spins = 0; spins < SPINS; spins++) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
}

static void put(uint64_t number, void *block) {
  _Atomic(void *) *place = &state.ring[number % ROOM];
  int looks = 0;
  while (atomic_load_explicit(place, memory_order_acquire)) {
    look_away(&looks);
  }
  atomic_store_explicit(place, block, memory_order_release);
}

static void *take(uint64_t number) {
  _Atomic(void *) *place = &state.ring[number % ROOM];
  void *block;
  int looks = 0;
  while (!(block = atomic_load_explicit(place, memory_order_acquire))) {
    look_away(&looks);
  }
  atomic_store_explicit(place, NULL, memory_order_release);
  return block;
}

static void hand(void *context, int member) {
  (void)context;
  for (uint64_t i = 0; i < state.operations; i++) {
    if (member == 0) {
      void *block = allocate(state.sizes[next()]);
      put(i, block ? block : &state); /* the other one waits for something */
    } else {
      void *block = take(i);
      if (block != &state) {
        free(block);
      }
    }
  }
}

static const char *prepare_hand_off(const struct drill *drill) {
  draw(64, 64 << 10, 1);
  return start_team(drill);
}

static const char *repeat_hand_off(uint64_t operations) { return run_team(hand, operations); }

const struct exercise hand_off = {
    .name = "hand-off",
    .prepare = prepare_hand_off,
    .repeat = repeat_hand_off,
    .nanos = team_nanos,
    .end = end_team};
