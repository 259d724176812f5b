/* Newlines and lines of a text. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "text.h"

enum { BLOCK = 128 << 10, ALIGNMENT = 64 };

/* ---- counting newlines ------------------------------------------------------------------------ */

typedef uint64_t count_in(const unsigned char *bytes, size_t length);

__attribute__((optimize("no-tree-vectorize"))) static uint64_t count_scalar(
    const unsigned char *bytes, size_t length) {
  uint64_t count = 0;
  for (size_t i = 0; i < length; i++) {
    count += bytes[i] == '\n';
  }
  return count;
}

#ifdef __AVX2__
static uint64_t sum_of_bytes(__m256i bytes) {
  __m256i sums = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
  return (uint64_t)(_mm256_extract_epi64(sums, 0) + _mm256_extract_epi64(sums, 1) +
                    _mm256_extract_epi64(sums, 2) + _mm256_extract_epi64(sums, 3));
}

/* Each lane of a register counts in a byte, 255 blocks at most. */
static uint64_t count_vector(const unsigned char *bytes, size_t length) {
  const __m256i newline = _mm256_set1_epi8('\n');
  uint64_t count = 0;
  size_t i = 0;
  while (i + 128 <= length) {
    size_t end = length - 127;
    if (end - i > 255 * 128) {
      end = i + 255 * 128;
    }
    __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
    for (; i < end; i += 128) {
      const __m256i *at = (const __m256i *)(bytes + i);
      a = _mm256_sub_epi8(a, _mm256_cmpeq_epi8(_mm256_loadu_si256(at), newline));
      b = _mm256_sub_epi8(b, _mm256_cmpeq_epi8(_mm256_loadu_si256(at + 1), newline));
      c = _mm256_sub_epi8(c, _mm256_cmpeq_epi8(_mm256_loadu_si256(at + 2), newline));
      d = _mm256_sub_epi8(d, _mm256_cmpeq_epi8(_mm256_loadu_si256(at + 3), newline));
    }
    count += sum_of_bytes(a) + sum_of_bytes(b) + sum_of_bytes(c) + sum_of_bytes(d);
  }
  return count + count_scalar(bytes + i, length - i);
}
#else
/* As the compiler makes it. */
static uint64_t count_vector(const unsigned char *bytes, size_t length) {
  uint64_t count = 0;
  for (size_t i = 0; i < length; i++) {
    count += bytes[i] == '\n';
  }
  return count;
}
#endif

static const char *read_all(count_in *count) {
  size_t block = text.request ? text.request : BLOCK;
  int fd = open(text.file, O_RDONLY | O_CLOEXEC);
  unsigned char *bytes = aligned_alloc(ALIGNMENT, (block + ALIGNMENT - 1) & -(size_t)ALIGNMENT);
  ssize_t n = -1;
  if (fd >= 0 && bytes) {
    text.got = 0;
    while ((n = read(fd, bytes, block)) > 0) {
      text.got += count(bytes, (size_t)n);
    }
  }
  free(bytes);
  if (fd >= 0) {
    close(fd);
  }
  return n < 0 ? "the text cannot be read" : NULL;
}

static const char *count_by_scalars(void) { return read_all(count_scalar); }

static const char *count_by_vectors(void) { return read_all(count_vector); }

static const char *repeat_newlines(uint64_t times) {
  return text_repeat(strcmp(text.way, "c-scalar") == 0 ? count_by_scalars : count_by_vectors,
                     times);
}

const struct exercise text_newlines = {.name = "text-newlines",
                                       .prepare = text_prepare,
                                       .arm = text_arm,
                                       .repeat = repeat_newlines,
                                       .fault = text_fault};

int print_newlines(const char *file) {
  text = (struct text){.file = file};
  const char *wrong = count_by_vectors();
  if (wrong) {
    fprintf(stderr, "%s: %s\n", file, wrong);
    return EXIT_FAILURE;
  }
  return printf("%" PRIu64 "\n", text.got) < 0 || fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* ---- lines ------------------------------------------------------------------------------------ */

static const char *lines_by_getline(void) {
  FILE *file = fopen(text.file, "re");
  if (!file) {
    return "the text cannot be opened";
  }
  char *line = NULL;
  size_t room = 0;
  uint64_t sum = 0;
  for (ssize_t n = getline(&line, &room, file); n >= 0; n = getline(&line, &room, file)) {
    sum += (uint64_t)(line[n - 1] == '\n' ? n - 1 : n);
  }
  free(line);
  fclose(file);
  text.got = sum;
  return NULL;
}

static const char *lines_by_memchr(void) {
  struct chunks chunks;
  const char *wrong = chunks_open(&chunks);
  uint64_t sum = 0;
  char *from, *to;
  while (!wrong && !(wrong = chunks_next(&chunks, &from, &to)) && from < to) {
    while (from < to) {
      char *end = memchr(from, '\n', (size_t)(to - from));
      end = end ? end : to;
      sum += (uint64_t)(end - from);
      from = end + 1;
    }
  }
  chunks_close(&chunks);
  text.got = sum;
  return wrong;
}

static const char *repeat_lines(uint64_t times) {
  return text_repeat(strcmp(text.way, "c-getline") == 0 ? lines_by_getline : lines_by_memchr,
                     times);
}

const struct exercise text_lines = {.name = "text-lines",
                                    .prepare = text_prepare,
                                    .arm = text_arm,
                                    .repeat = repeat_lines,
                                    .fault = text_fault};

/* ---- numbers ---------------------------------------------------------------------------------- */

static const char *numbers(void) {
  enum { FIELD = 10 };
  struct chunks chunks;
  const char *wrong = chunks_open(&chunks);
  double sum = 0;
  char *from, *to;
  while (!wrong && !(wrong = chunks_next(&chunks, &from, &to)) && from < to) {
    while (from < to) {
      for (int i = 0; i < FIELD; i++) {
        from = (char *)memchr(from, ' ', (size_t)(to - from)) + 1;
      }
      sum += strtod(from, &from);
      from = (char *)memchr(from, '\n', (size_t)(to - from)) + 1;
    }
  }
  chunks_close(&chunks);
  text.got = (uint64_t)(sum * 1000 + 0.5);
  return wrong;
}

static const char *repeat_numbers(uint64_t times) { return text_repeat(numbers, times); }

const struct exercise text_numbers = {.name = "text-numbers",
                                      .prepare = text_prepare,
                                      .arm = text_arm,
                                      .repeat = repeat_numbers,
                                      .fault = text_fault};

/* ---- words ------------------------------------------------------------------------------------ */

static const char *words(void) {
  static unsigned char is_letter[256];
  for (int c = 'a'; c <= 'z'; c++) {
    is_letter[c] = 1;
  }
  struct chunks chunks;
  const char *wrong = chunks_open(&chunks);
  uint64_t count = 0;
  char *from, *to;
  while (!wrong && !(wrong = chunks_next(&chunks, &from, &to)) && from < to) {
    while (from < to) {
      while (from < to && !is_letter[(unsigned char)*from]) {
        from++;
      }
      count += from < to;
      while (from < to && is_letter[(unsigned char)*from]) {
        from++;
      }
    }
  }
  chunks_close(&chunks);
  text.got = count;
  return wrong;
}

static const char *repeat_words(uint64_t times) { return text_repeat(words, times); }

const struct exercise text_words = {.name = "text-words",
                                    .prepare = text_prepare,
                                    .arm = text_arm,
                                    .repeat = repeat_words,
                                    .fault = text_fault};
