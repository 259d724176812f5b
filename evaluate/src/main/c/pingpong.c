/* A message there and back between two processes, from one buffer in each. */
#include <stdlib.h>
#include <string.h>

#include "drill.h"
#include "line.h"
#include "pattern.h"

static struct {
  uint64_t bytes, messages; /* since the buffer was filled */
  int rank;
  unsigned char *buffer;
} state;

static void end(void) {
  line_close();
  free(state.buffer);
  memset(&state, 0, sizeof state);
}

static const char *prepare(const struct drill *drill) {
  state.bytes = drill->bytes;
  state.rank = drill->rank;
  state.buffer = malloc(drill->bytes);
  return state.buffer ? line_open(drill) : "not enough memory";
}

static void arm(uint64_t salt) {
  state.messages = 0;
  fill(state.buffer, state.bytes, 0, salt, state.rank == 0 ? 0 : ~UINT64_C(0));
}

/* Rank 0 says how many messages there are to be: an even number. */
static const char *begin(uint64_t *operations) {
  *operations += *operations % 2;
  const char *wrong = state.rank == 0 ? line_send(operations, sizeof *operations)
                                      : line_receive(operations, sizeof *operations);
  state.messages += *operations;
  return wrong;
}

/* Whoever sends changes both ends, so that both know afterwards that each message arrived. */
static const char *throw(void) {
  state.buffer[0]++;
  if (state.bytes > 1) {
    state.buffer[state.bytes - 1]++;
  }
  return line_send(state.buffer, state.bytes);
}

static const char *repeat(uint64_t operations) {
  const char *wrong = NULL;
  for (uint64_t i = 0; i < operations && !wrong; i += 2) {
    if (state.rank == 0) {
      wrong = throw();
    }
    if (!wrong) {
      wrong = line_receive(state.buffer, state.bytes);
    }
    if (state.rank == 1 && !wrong) {
      wrong = throw();
    }
  }
  return wrong;
}

static const char *fault(uint64_t salt) {
  state.buffer[0] -= (unsigned char)state.messages;
  if (state.bytes > 1) {
    state.buffer[state.bytes - 1] -= (unsigned char)state.messages;
  }
  return mismatch(state.buffer, state.bytes, 0, salt) == state.bytes ? NULL
                                                                     : "a message did not arrive";
}

const struct exercise ping_pong = {.name = "ping-pong",
                                   .prepare = prepare,
                                   .arm = arm,
                                   .begin = begin,
                                   .repeat = repeat,
                                   .fault = fault,
                                   .end = end};
