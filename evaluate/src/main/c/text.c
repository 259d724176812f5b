/* What all passes over a text share. */
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 256 << 10, BEYOND = 64 };

struct text text;

const char *text_prepare(const struct drill *drill) {
  const struct words *words = &drill->words;
  text.file = words_text(words, "file", "");
  text.way = words_text(words, "way", "");
  text.answer = strtoull(words_text(words, "answer", "0"), NULL, 10);
  if (words_text(words, "answer", "0")[0] == '-') {
    text.answer = (uint64_t)strtoll(words_text(words, "answer", "0"), NULL, 10);
  }
  text.request = words_number(words, "request", 0);
  return NULL;
}

void text_arm(uint64_t salt) {
  (void)salt;
  text.got = ~text.answer;
}

const char *text_fault(uint64_t salt) {
  (void)salt;
  return text.got == text.answer ? NULL : "it came to another answer";
}

const char *text_repeat(text_pass *pass, uint64_t times) {
  const char *wrong = NULL;
  for (uint64_t i = 0; i < times && !wrong; i++) {
    wrong = pass();
  }
  return wrong;
}

const char *chunks_open(struct chunks *chunks) {
  *chunks = (struct chunks){.room = CHUNK};
  chunks->buffer = malloc(CHUNK + BEYOND);
  chunks->fd = open(text.file, O_RDONLY | O_CLOEXEC);
  if (chunks->fd < 0 || !chunks->buffer) {
    return "the text cannot be opened";
  }
  return NULL;
}

const char *chunks_next(struct chunks *chunks, char **from, char **to) {
  memmove(chunks->buffer, chunks->buffer + chunks->kept, chunks->filled - chunks->kept);
  chunks->filled -= chunks->kept;
  chunks->kept = 0;
  char *end = NULL;
  while (!end) {
    if (chunks->filled == chunks->room) {
      return "a line is longer than a chunk";
    }
    ssize_t n =
        read(chunks->fd, chunks->buffer + chunks->filled, chunks->room - chunks->filled);
    if (n < 0 && errno != EINTR) {
      return "the text cannot be read";
    }
    if (n == 0) {
      end = chunks->buffer + chunks->filled;
    } else if (n > 0) {
      chunks->filled += (size_t)n;
      end = memrchr(chunks->buffer, '\n', chunks->filled);
      end = end ? end + 1 : NULL;
    }
  }
  *from = chunks->buffer;
  *to = end;
  chunks->kept = (size_t)(end - chunks->buffer);
  return NULL;
}

void chunks_close(struct chunks *chunks) {
  if (chunks->fd >= 0) {
    close(chunks->fd);
  }
  free(chunks->buffer);
}

int32_t text_hash(const char *from, const char *to) {
  uint32_t hash = 1;
  for (; from < to; from++) {
    hash = 31 * hash + (uint32_t)(int32_t)(signed char)*from;
  }
  return (int32_t)hash;
}

uint64_t text_draw(uint64_t number) {
  uint64_t z = (number + 1) * UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}
