/* A TCP socket on the loopback interface: TCP_NODELAY, blocking calls. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "line.h"

enum { PATIENCE_MILLIS = 30000 };

static int descriptor = -1;

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
    descriptor = accept(listener, NULL, NULL);
  }
  close(listener);
  unlink(meeting);
  return wrong ? wrong : descriptor < 0 ? "nobody came" : NULL;
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
  descriptor = socket(AF_INET, SOCK_STREAM, 0);
  return connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0
             ? NULL
             : "the other process is not there";
}

const char *line_send(const void *from, uint64_t bytes) {
  for (uint64_t done = 0; done < bytes;) {
    ssize_t n = write(descriptor, (const char *)from + done, bytes - done);
    if (n <= 0) {
      return "write failed";
    }
    done += (uint64_t)n;
  }
  return NULL;
}

const char *line_receive(void *to, uint64_t bytes) {
  for (uint64_t done = 0; done < bytes;) {
    ssize_t n = read(descriptor, (char *)to + done, bytes - done);
    if (n <= 0) {
      return "read failed";
    }
    done += (uint64_t)n;
  }
  return NULL;
}

void line_close(void) {
  if (descriptor >= 0) {
    close(descriptor);
  }
  descriptor = -1;
}

const char *line_open(const struct drill *drill) {
  const char *wrong = drill->rank == 0 ? host(drill->meeting) : visit(drill->meeting);
  int on = 1;
  if (!wrong && setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) {
    wrong = "no TCP_NODELAY";
  }
  return wrong;
}
