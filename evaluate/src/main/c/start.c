/* What is measured of a library's first use, as io.penstock.evaluate.start has it, by C: a program
   that does one small thing and prints the nanoseconds that it took and what it came to. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "drill.h"

enum { ELEMENTS = 1024, LEASED_BYTES = 4096, REQUEST = 1 << 20, HEADER = 128, LOOK = 64 << 10 };

static const uint64_t FACTOR = UINT64_C(0x9E3779B97F4A7C15);

/* What a use is given: two files and an array. */
struct use {
  const char *from, *to;
  uint64_t *array;
  size_t length; /* of the array */
};

/* Does it; returns what it came to. Whatever fails ends the program. */
typedef uint64_t use_function(struct use *use);

static void require(int right, const char *what) {
  if (!right) {
    perror(what);
    exit(EXIT_FAILURE);
  }
}

static uint64_t read_array(struct use *use) {
  int file = open(use->from, O_RDONLY | O_CLOEXEC);
  require(file >= 0, use->from);
  size_t size = use->length * sizeof *use->array;
  for (size_t done = 0; done < size;) {
    size_t left = size - done < REQUEST ? size - done : REQUEST;
    ssize_t n = pread(file, (char *)use->array + done, left, (off_t)done);
    require(n > 0 || errno == EINTR, use->from);
    done += n > 0 ? (size_t)n : 0;
  }
  close(file);
  return 1;
}

static uint64_t create_array(struct use *use) {
  char header[HEADER + 1];
  int length = snprintf(header, sizeof header,
                        "%s{'descr': '<i8', 'fortran_order': False, 'shape': (%zu,), }",
                        "\x93NUMPY\x01 v ", use->length);
  memset(header + length, ' ', HEADER - (size_t)length);
  header[7] = 0;
  header[8] = HEADER - 10;
  header[9] = 0;
  header[HEADER - 1] = '\n';
  int file = open(use->to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  require(file >= 0, use->to);
  ssize_t size = (ssize_t)(use->length * sizeof *use->array);
  require(write(file, header, HEADER) == HEADER, use->to);
  require(write(file, use->array, (size_t)size) == size, use->to);
  require(close(file) == 0, use->to);
  return use->length;
}

static uint64_t write_stream(struct use *use) {
  FILE *file = fopen(use->to, "we");
  require(file != NULL, use->to);
  require(fwrite(use->array, sizeof(int32_t), 1, file) == 1, use->to);
  require(fclose(file) == 0, use->to);
  return 1;
}

static uint64_t copy_file(struct use *use) {
  char buffer[LOOK];
  int from = open(use->from, O_RDONLY | O_CLOEXEC);
  int to = open(use->to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  require(from >= 0 && to >= 0, use->from);
  for (ssize_t n = read(from, buffer, LOOK); n != 0; n = read(from, buffer, LOOK)) {
    require(n > 0 && write(to, buffer, (size_t)n) == n, use->to);
  }
  close(from);
  require(close(to) == 0, use->to);
  return 1;
}

static uint64_t lease(struct use *use) {
  (void)use;
  volatile char *block = malloc(LEASED_BYTES);
  require(block != NULL, "malloc");
  block[LEASED_BYTES - 1] = 1;
  uint64_t last = (uint64_t)block[LEASED_BYTES - 1];
  free((void *)block);
  return last;
}

static uint64_t count_lines(struct use *use) {
  char buffer[LOOK];
  uint64_t lines = 0;
  int file = open(use->from, O_RDONLY | O_CLOEXEC);
  require(file >= 0, use->from);
  for (ssize_t n = read(file, buffer, LOOK); n != 0; n = read(file, buffer, LOOK)) {
    require(n > 0, use->from);
    for (const char *at = buffer; (at = memchr(at, '\n', (size_t)(buffer + n - at))); at++) {
      lines++;
    }
  }
  close(file);
  return lines;
}

static use_function *function(const char *what) {
  static const struct {
    const char *name;
    use_function *function;
  } uses[] = {{"read", read_array},  {"pass", read_array}, {"create", create_array},
              {"copy", copy_file},   {"lease", lease},     {"stream", write_stream},
              {"lines", count_lines}};
  for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
    if (strcmp(uses[i].name, what) == 0) {
      return uses[i].function;
    }
  }
  fprintf(stderr, "no way to %s\n", what);
  exit(EXIT_FAILURE);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * UINT64_C(1000000000) + (uint64_t)time.tv_nsec;
}

static uint64_t sum(const struct use *use) {
  uint64_t sum = 0;
  for (size_t i = 0; i < use->length; i++) {
    sum += use->array[i] * (2 * i + 1);
  }
  return sum;
}

int print_first_use(char **words) {
  const char *what = words[0];
  size_t length = (strtoull(words[3], NULL, 10) + sizeof(uint64_t) - 1) / sizeof(uint64_t);
  struct use use = {words[1], words[2], NULL, length};
  use_function *once = function(what);
  use.array = malloc(use.length * sizeof *use.array);
  require(use.array != NULL, "malloc");
  for (size_t i = 0; i < use.length; i++) {
    use.array[i] = once == read_array ? ~UINT64_C(0) : (i + 1) * FACTOR;
  }
  uint64_t start = now();
  uint64_t got = once(&use);
  uint64_t nanos = now() - start;
  int64_t answer = (int64_t)(once == read_array ? sum(&use) : got);
  return printf("%" PRIu64 " %" PRId64 "\n", nanos, answer) < 0 || fflush(stdout) ? EXIT_FAILURE
                                                                                 : EXIT_SUCCESS;
}
