/*
 * Loops with a clock of their own, for figures of the evaluation to agree with. They share no code with the
 * programs that the evaluation measures.
 *
 *   read FILE            a file of any size by pread(2), 1 MiB at a time, into one array
 *   random FILE READS    4 KiB at random places of a file, READS of them
 *   newlines FILE        the newlines of a file
 *   copy FROM TO         a file over one that is not there
 *   ping-pong BYTES      a message between two processes over TCP on the loopback interface
 *
 * Prints the median time of one operation in nanoseconds.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SAMPLES = 15, UNTIMED = 3, REQUEST = 1 << 20, PAGE = 4096, SLOTS = 64, PIECE = 128 << 10, ROUNDS = 1000 };

static void require(int holds, const char *what) {
  if (!holds) {
    perror(what);
    exit(EXIT_FAILURE);
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static int ascending(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

static void print_median(double *samples, double operations) {
  qsort(samples, SAMPLES, sizeof *samples, ascending);
  printf("%.3f\n", samples[SAMPLES / 2] / operations);
}

static int open_source(const char *file) {
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  require(fd >= 0, file);
  return fd;
}

static size_t length_of(const char *file) {
  struct stat status;
  require(stat(file, &status) == 0, file);
  return (size_t)status.st_size;
}

/* On a page's border, as the evaluation's are: the kernel copies 4 KiB to any other place 5 % slower. */
static unsigned char *touched(size_t bytes) {
  unsigned char *array = aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE);
  require(array != NULL, "aligned_alloc");
  memset(array, 1, bytes);
  return array;
}

/* ---- arrays ----------------------------------------------------------------------------------- */

static void read_once(const char *file, unsigned char *array, size_t length) {
  int fd = open_source(file);
  for (size_t done = 0; done < length;) {
    size_t wanted = length - done < REQUEST ? length - done : REQUEST;
    ssize_t n = pread(fd, array + done, wanted, (off_t)done);
    require(n > 0, "pread");
    done += (size_t)n;
  }
  close(fd);
}

static void time_read(const char *file) {
  size_t length = length_of(file);
  unsigned char *array = touched(length);
  double samples[SAMPLES];
  for (int i = -UNTIMED; i < SAMPLES; i++) {
    memset(array, i, length); /* as the evaluation spoils its arrays */
    double start = now();
    read_once(file, array, length);
    samples[i < 0 ? 0 : i] = now() - start;
  }
  free(array);
  print_median(samples, 1);
}

static uint64_t draw(uint64_t *state) { /* xorshift */
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static void time_random(const char *file, long reads) {
  uint64_t pages = length_of(file) / PAGE, state = 88172645463325252;
  unsigned char *array = touched((size_t)SLOTS * PAGE);
  double samples[SAMPLES];
  for (int i = -UNTIMED; i < SAMPLES; i++) {
    double start = now();
    int fd = open_source(file);
    for (long k = 0; k < reads; k++) {
      off_t at = (off_t)(draw(&state) % pages * PAGE);
      require(pread(fd, array + k % SLOTS * PAGE, PAGE, at) == PAGE, "pread");
    }
    close(fd);
    samples[i < 0 ? 0 : i] = now() - start;
  }
  free(array);
  print_median(samples, (double)reads);
}

/* ---- text ------------------------------------------------------------------------------------- */

/* Byte by byte, as the evaluation's c-scalar. */
__attribute__((optimize("no-tree-vectorize"))) static uint64_t count_newlines(const unsigned char *bytes, size_t length) {
  uint64_t count = 0;
  for (size_t i = 0; i < length; i++) {
    count += bytes[i] == '\n';
  }
  return count;
}

static uint64_t newlines_once(const char *file) {
  int fd = open_source(file);
  unsigned char *piece = malloc(PIECE);
  require(piece != NULL, "malloc");
  uint64_t count = 0;
  ssize_t n;
  while ((n = read(fd, piece, PIECE)) > 0) {
    count += count_newlines(piece, (size_t)n);
  }
  require(n == 0, "read");
  free(piece);
  close(fd);
  return count;
}

static void time_newlines(const char *file) {
  double samples[SAMPLES];
  uint64_t first = newlines_once(file);
  for (int i = -UNTIMED; i < SAMPLES; i++) {
    double start = now();
    uint64_t count = newlines_once(file);
    samples[i < 0 ? 0 : i] = now() - start;
    require(count == first, "the number of newlines changes");
  }
  print_median(samples, 1);
}

/* ---- files ------------------------------------------------------------------------------------ */

static void copy_once(const char *from, const char *to, char *piece) {
  int in = open_source(from), out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  require(out >= 0, to);
  ssize_t n;
  while ((n = read(in, piece, PIECE)) > 0) {
    require(write(out, piece, (size_t)n) == n, "write");
  }
  require(n == 0, "read");
  close(in);
  require(close(out) == 0, "close");
}

static void time_copy(const char *from, const char *to) {
  char *piece = malloc(PIECE);
  require(piece != NULL, "malloc");
  double samples[SAMPLES];
  for (int i = -UNTIMED; i < SAMPLES; i++) {
    unlink(to);
    double start = now();
    copy_once(from, to, piece);
    samples[i < 0 ? 0 : i] = now() - start;
  }
  unlink(to);
  free(piece);
  print_median(samples, 1);
}

/* ---- messages --------------------------------------------------------------------------------- */

static void without_delay(int fd) {
  int on = 1;
  require(setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0, "TCP_NODELAY");
}

static void send_all(int fd, const char *from, size_t bytes) {
  for (size_t done = 0; done < bytes;) {
    ssize_t n = write(fd, from + done, bytes - done);
    require(n > 0, "write");
    done += (size_t)n;
  }
}

/* Returns whether the message came; the other side may have ended before it. */
static int receive_all(int fd, char *to, size_t bytes) {
  for (size_t done = 0; done < bytes;) {
    ssize_t n = read(fd, to + done, bytes - done);
    if (n <= 0) {
      return 0;
    }
    done += (size_t)n;
  }
  return 1;
}

static void give_back(const struct sockaddr_in *address, char *message, size_t bytes) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  require(fd >= 0 && connect(fd, (const struct sockaddr *)address, sizeof *address) == 0, "connect");
  without_delay(fd);
  while (receive_all(fd, message, bytes)) {
    send_all(fd, message, bytes);
  }
  _exit(EXIT_SUCCESS);
}

static void time_ping_pong(size_t bytes) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  require(listener >= 0 && bind(listener, (struct sockaddr *)&address, length) == 0 &&
              listen(listener, 1) == 0 &&
              getsockname(listener, (struct sockaddr *)&address, &length) == 0,
          "listen");
  char *message = (char *)touched(bytes);
  pid_t child = fork();
  require(child >= 0, "fork");
  if (child == 0) {
    give_back(&address, message, bytes);
  }
  int fd = accept(listener, NULL, NULL);
  require(fd >= 0, "accept");
  without_delay(fd);
  double samples[SAMPLES];
  for (int i = -UNTIMED; i < SAMPLES; i++) {
    double start = now();
    for (int round = 0; round < ROUNDS; round++) {
      send_all(fd, message, bytes);
      require(receive_all(fd, message, bytes), "the other process ended");
    }
    samples[i < 0 ? 0 : i] = now() - start;
  }
  close(fd);
  waitpid(child, NULL, 0);
  free(message);
  print_median(samples, 2.0 * ROUNDS);
}

int main(int count, char **words) {
  const char *what = count > 2 ? words[1] : "";
  if (strcmp(what, "read") == 0) {
    time_read(words[2]);
  } else if (strcmp(what, "random") == 0 && count > 3) {
    time_random(words[2], atol(words[3]));
  } else if (strcmp(what, "newlines") == 0) {
    time_newlines(words[2]);
  } else if (strcmp(what, "copy") == 0 && count > 3) {
    time_copy(words[2], words[3]);
  } else if (strcmp(what, "ping-pong") == 0) {
    time_ping_pong(strtoul(words[2], NULL, 10));
  } else {
    fprintf(stderr, "what is to be timed?\n");
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
