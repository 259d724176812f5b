/* A message there and back between two processes, over a TCP socket on the loopback interface:
   TCP_NODELAY, blocking calls, one buffer in each. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "drill.h"
#include "pattern.h"

enum { PATIENCE_MILLIS = 30000 };

static struct {
  uint64_t bytes, messages; /* since the buffer was filled */
  int socket, rank;
  unsigned char *buffer;
} state = {.socket = -1};

static const char *publish(const char *meeting, unsigned port) {
  char draft[4096];
  if (snprintf(draft, sizeof draft, "%s.new", meeting) >= (int)sizeof draft) {
    return "the name of the meeting is too long";
  }
  FILE *file = fopen(draft, "w");
  if (!file || fprintf(file, "%u\n", port) < 0 || fclose(file) != 0) {
    return "the meeting cannot be announced";
  }
  return rename(draft, meeting) == 0 ? NULL : "the meeting cannot be announced";
}

static const char *host(const char *meeting) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) != 0 ||
      listen(listener, 1) != 0 ||
      getsockname(listener, (struct sockaddr *)&address, &length) != 0) {
    return "no socket to listen on";
  }
  const char *wrong = publish(meeting, ntohs(address.sin_port));
  if (!wrong) {
    state.socket = accept(listener, NULL, NULL);
  }
  close(listener);
  unlink(meeting);
  return wrong ? wrong : state.socket < 0 ? "nobody came" : NULL;
}

static const char *visit(const char *meeting) {
  FILE *file = NULL;
  for (int millis = 0; !(file = fopen(meeting, "r")) && millis < PATIENCE_MILLIS; millis++) {
    usleep(1000);
  }
  unsigned port = 0;
  if (!file || fscanf(file, "%u", &port) != 1) {
    return "no meeting was announced";
  }
  fclose(file);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                .sin_port = htons((uint16_t)port)};
  state.socket = socket(AF_INET, SOCK_STREAM, 0);
  return connect(state.socket, (struct sockaddr *)&address, sizeof address) == 0
             ? NULL
             : "the other process is not there";
}

static const char *send_all(const void *from, uint64_t bytes) {
  for (uint64_t done = 0; done < bytes;) {
    ssize_t n = write(state.socket, (const char *)from + done, bytes - done);
    if (n <= 0) {
      return "write failed";
    }
    done += (uint64_t)n;
  }
  return NULL;
}

static const char *receive_all(void *to, uint64_t bytes) {
  for (uint64_t done = 0; done < bytes;) {
    ssize_t n = read(state.socket, (char *)to + done, bytes - done);
    if (n <= 0) {
      return "read failed";
    }
    done += (uint64_t)n;
  }
  return NULL;
}

static void end(void) {
  if (state.socket >= 0) {
    close(state.socket);
  }
  free(state.buffer);
  memset(&state, 0, sizeof state);
  state.socket = -1;
}

static const char *prepare(const struct drill *drill) {
  state.bytes = drill->bytes;
  state.rank = drill->rank;
  state.buffer = malloc(drill->bytes);
  if (!state.buffer) {
    return "not enough memory";
  }
  const char *wrong = drill->rank == 0 ? host(drill->meeting) : visit(drill->meeting);
  int on = 1;
  if (!wrong && setsockopt(state.socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) {
    wrong = "no TCP_NODELAY";
  }
  return wrong;
}

static void arm(uint64_t salt) {
  state.messages = 0;
  fill(state.buffer, state.bytes, 0, salt, state.rank == 0 ? 0 : ~UINT64_C(0));
}

/* Rank 0 says how many messages there are to be: an even number. */
static const char *begin(uint64_t *operations) {
  *operations += *operations % 2;
  const char *wrong = state.rank == 0 ? send_all(operations, sizeof *operations)
                                      : receive_all(operations, sizeof *operations);
  state.messages += *operations;
  return wrong;
}

/* Whoever sends changes both ends, so that both know afterwards that each message arrived. */
static const char *throw(void) {
  state.buffer[0]++;
  if (state.bytes > 1) {
    state.buffer[state.bytes - 1]++;
  }
  return send_all(state.buffer, state.bytes);
}

static const char *repeat(uint64_t operations) {
  const char *wrong = NULL;
  for (uint64_t i = 0; i < operations && !wrong; i += 2) {
    if (state.rank == 0) {
      wrong = throw();
    }
    if (!wrong) {
      wrong = receive_all(state.buffer, state.bytes);
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
