/* A message there and back between two threads. Each has a buffer of its own, the receiver copies the
   message out of the sender's, and both spin: what remains of a message if nothing else is asked. */
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "drill.h"
#include "pattern.h"
#include "team.h"

enum { SPINS = 50, LINE = 64 };

static struct {
  uint64_t bytes, operations;
  uint64_t messages; /* since the buffers were filled */
  uint64_t nanos;
  struct team *team;
  unsigned char *buffers[2];
  _Alignas(LINE) _Atomic uint64_t sent;
  _Alignas(LINE) _Atomic uint64_t received;
} state;

static void await(_Atomic uint64_t *count, uint64_t wanted) {
  for (int spins = 0; atomic_load_explicit(count, memory_order_acquire) != wanted; spins++) {
    if (spins >= SPINS) {
      sched_yield();
#if defined(__x86_64__)
    } else {
      __builtin_ia32_pause();
#endif
    }
  }
}

/* Whoever sends changes both ends, so that both know afterwards that each message arrived. */
static void throw(unsigned char *message, uint64_t number) {
  message[0]++;
  if (state.bytes > 1) {
    message[state.bytes - 1]++;
  }
  atomic_store_explicit(&state.sent, number, memory_order_release);
  await(&state.received, number);
}

static void take(unsigned char *target, const unsigned char *source, uint64_t number) {
  await(&state.sent, number);
  memcpy(target, source, state.bytes);
  atomic_store_explicit(&state.received, number, memory_order_release);
}

static void play(void *context, int member) {
  (void)context;
  for (uint64_t number = 1; number <= state.operations; number++) {
    if ((number & 1) != (uint64_t)member) {
      throw(state.buffers[member], number);
    } else {
      take(state.buffers[member], state.buffers[1 - member], number);
    }
  }
}

static void end(void) {
  team_end(state.team);
  state.team = NULL;
  free(state.buffers[0]);
  free(state.buffers[1]);
  state.buffers[0] = NULL;
  state.buffers[1] = NULL;
}

static const char *prepare(const struct drill *drill) {
  state.bytes = drill->bytes;
  state.team = team_start(2);
  state.buffers[0] = malloc(drill->bytes);
  state.buffers[1] = malloc(drill->bytes);
  return state.team && state.buffers[0] && state.buffers[1] ? NULL : "not enough memory or threads";
}

static void arm(uint64_t salt) {
  state.messages = 0;
  fill(state.buffers[0], state.bytes, 0, salt, 0);
  fill(state.buffers[1], state.bytes, 0, salt, ~UINT64_C(0));
}

/* There and back are two messages. */
static const char *begin(uint64_t *operations) {
  *operations += *operations % 2;
  return NULL;
}

static const char *repeat(uint64_t operations) {
  state.operations = operations;
  state.messages += operations;
  atomic_store(&state.sent, 0);
  atomic_store(&state.received, 0);
  state.nanos = team_race(state.team, play, NULL);
  return NULL;
}

static uint64_t nanos(void) { return state.nanos; }

static const char *fault(uint64_t salt) {
  for (int member = 0; member < 2; member++) {
    unsigned char *message = state.buffers[member];
    message[0] -= (unsigned char)state.messages;
    if (state.bytes > 1) {
      message[state.bytes - 1] -= (unsigned char)state.messages;
    }
    if (mismatch(message, state.bytes, 0, salt) != state.bytes) {
      return "a message did not arrive";
    }
  }
  return NULL;
}

const struct exercise relay = {.name = "relay",
                               .prepare = prepare,
                               .arm = arm,
                               .begin = begin,
                               .repeat = repeat,
                               .nanos = nanos,
                               .fault = fault,
                               .end = end};
