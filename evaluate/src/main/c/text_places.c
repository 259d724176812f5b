/* Looks into a text that is kept open: bytes by offset, lines by number. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

/* ---- where the looks go, as io.penstock.evaluate.text.Look.Places has it ---------------------------- */

enum { NEAR = 64, WHILE = 1024 };

static uint64_t below(uint64_t bound, uint64_t number) { return (text_draw(number) >> 1) % bound; }

static struct {
  char kind; /* the first letter of the places' name */
  uint64_t count, first, next;
  uint64_t sum;
  int fd;
  uint64_t *offsets; /* of each line, and of the end */
} state;

static uint64_t place(uint64_t number) {
  uint64_t near;
  switch (state.kind) {
  case 'i':
    return number % state.count;
  case 'n':
    near = below(state.count > NEAR ? state.count - NEAR : 1, ~(number / WHILE));
    return (near + below(NEAR, number)) % state.count;
  default:
    return below(state.count, number);
  }
}

static const char *open_text(const struct drill *drill) {
  text_prepare(drill);
  state.kind = words_text(&drill->words, "places", "a")[0];
  state.count = text.answer;
  state.next = 0;
  state.fd = open(text.file, O_RDONLY | O_CLOEXEC);
  return state.fd < 0 ? "the text cannot be opened" : NULL;
}

static void close_text(void) {
  close(state.fd);
  free(state.offsets);
  state.offsets = NULL;
}

/* All of the file, for comparison; MAP_FAILED if it cannot be had. */
static const char *map_text(size_t *bytes) {
  struct stat about;
  *bytes = fstat(state.fd, &about) == 0 ? (size_t)about.st_size : 0;
  return mmap(NULL, *bytes, PROT_READ, MAP_SHARED, state.fd, 0);
}

/* Whether the last looks have the same sum in a mapping of the file. */
static int is_sum_of(uint64_t (*answer)(const char *all, uint64_t number)) {
  size_t bytes;
  const char *all = map_text(&bytes);
  if (all == MAP_FAILED) {
    return 0;
  }
  uint64_t sum = 0;
  for (uint64_t i = state.first; i < state.next; i++) {
    sum += answer(all, i);
  }
  munmap((void *)all, bytes);
  return sum == state.sum;
}

/* ---- bytes ------------------------------------------------------------------------------------ */

static const char *repeat_bytes(uint64_t times) {
  state.first = state.next;
  state.next += times;
  state.sum = 0;
  for (uint64_t i = state.first; i < state.next; i++) {
    signed char byte;
    if (pread(state.fd, &byte, 1, (off_t)place(i)) != 1) {
      return "the text cannot be read";
    }
    state.sum += (uint64_t)byte;
  }
  return NULL;
}

static uint64_t byte_answer(const char *all, uint64_t number) {
  return (uint64_t)(signed char)all[place(number)];
}

static const char *wrong_bytes(uint64_t salt) {
  (void)salt;
  return is_sum_of(byte_answer) ? NULL : "it read other bytes, or the text cannot be mapped";
}

const struct exercise text_bytes = {.name = "text-bytes",
                                    .prepare = open_text,
                                    .repeat = repeat_bytes,
                                    .fault = wrong_bytes,
                                    .end = close_text};

/* ---- lines ------------------------------------------------------------------------------------ */

static const char *index_lines(const struct drill *drill) {
  const char *wrong = open_text(drill);
  size_t bytes;
  const char *all = wrong ? MAP_FAILED : map_text(&bytes);
  state.offsets = malloc((state.count + 1) * sizeof *state.offsets);
  if (all == MAP_FAILED || !state.offsets) {
    return "the text cannot be indexed";
  }
  const char *at = all, *end = all + bytes;
  uint64_t lines = 0;
  state.offsets[0] = 0;
  while (at < end && lines < state.count) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    at = newline ? newline + 1 : end;
    state.offsets[++lines] = (uint64_t)(at - all);
  }
  munmap((void *)all, bytes);
  return lines == state.count ? NULL : "the text has fewer lines than it should";
}

static uint64_t line_answer(const char *from, uint64_t length) {
  return 256 * length + (uint64_t)(signed char)from[length / 2];
}

static const char *repeat_line_at(uint64_t times) {
  static char line[1 << 16];
  state.first = state.next;
  state.next += times;
  state.sum = 0;
  for (uint64_t i = state.first; i < state.next; i++) {
    const uint64_t *offset = &state.offsets[place(i)];
    uint64_t length = offset[1] - 1 - offset[0];
    if (length >= sizeof line ||
        pread(state.fd, line, length, (off_t)offset[0]) != (ssize_t)length) {
      return "the text cannot be read";
    }
    state.sum += line_answer(line, length);
  }
  return NULL;
}

static uint64_t line_at_answer(const char *all, uint64_t number) {
  const uint64_t *offset = &state.offsets[place(number)];
  return line_answer(all + offset[0], offset[1] - 1 - offset[0]);
}

static const char *wrong_line_at(uint64_t salt) {
  (void)salt;
  return is_sum_of(line_at_answer) ? NULL : "it read other lines, or the text cannot be mapped";
}

const struct exercise text_line_at = {.name = "text-line-at",
                                      .prepare = index_lines,
                                      .repeat = repeat_line_at,
                                      .fault = wrong_line_at,
                                      .end = close_text};
