/* Lines of numbers, written to a file, as io.penstock.evaluate.text.LineWriting has it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

enum { LONGEST = 128, BUFFER = 8192 }; /* as much as the JDK's buffered streams have */

static struct {
  char *file;
  int line_buffered, formatted;
  uint64_t lines;
} state;

static const char *prepare(const struct drill *drill) {
  const char *way = words_text(&drill->words, "way", "");
  state.line_buffered = strcmp(way, "c-fprintf-line-buffered") == 0;
  state.file = strdup(drill->meeting);
  return state.file ? NULL : "not enough memory";
}

static void arm(uint64_t salt) {
  (void)salt;
  unlink(state.file);
}

static void end(void) {
  unlink(state.file);
  free(state.file);
}

static const char *write_lines(uint64_t lines, int squares) {
  FILE *file = fopen(state.file, "we");
  if (!file) {
    return "the file cannot be made";
  }
  setvbuf(file, NULL, state.line_buffered ? _IOLBF : _IOFBF, BUFFER);
  state.lines = lines;
  for (uint64_t i = 1; i <= lines; i++) {
    if (squares) {
      fprintf(file, "The square of %" PRIu64 " is %" PRIu64 "\n", i, i * i);
    } else {
      fprintf(file, "%" PRIu64 "\n", i);
    }
  }
  int failed = ferror(file);
  return fclose(file) || failed ? "the file cannot be written" : NULL;
}

static const char *read_lines(int squares) {
  static char expected[LONGEST], got[LONGEST];
  FILE *file = fopen(state.file, "re");
  const char *wrong = file ? NULL : "there is no file";
  for (uint64_t i = 1; i <= state.lines && !wrong; i++) {
    if (squares) {
      snprintf(expected, LONGEST, "The square of %" PRIu64 " is %" PRIu64 "\n", i, i * i);
    } else {
      snprintf(expected, LONGEST, "%" PRIu64 "\n", i);
    }
    wrong = fgets(got, LONGEST, file) && strcmp(got, expected) == 0 ? NULL : "a line is wrong";
  }
  if (file) {
    fclose(file);
  }
  return wrong;
}

/* ---- letters ---------------------------------------------------------------------------------- */

enum { TEXTS = 256, SHORTEST = 40, VARIETY = 40, ALPHABET = 16, MOST_BYTES = 3 };

static char texts[TEXTS][(SHORTEST + VARIETY) * MOST_BYTES + 2];

static uint64_t below(uint64_t bound, uint64_t number) {
  return (text_draw(number) >> 33) % bound;
}

/* As io.penstock.evaluate.text.LineWriting makes them, and a newline. */
static const char *prepare_letters(const struct drill *drill) {
  static const int sizes[] = {1, 1, 1, 1, 2, 2, 2, 3};
  int mixed = strcmp(words_text(&drill->words, "letters", ""), "mixed") == 0;
  for (uint64_t n = 0; n < TEXTS; n++) {
    uint64_t length = SHORTEST + below(VARIETY, n);
    char *at = texts[n];
    for (uint64_t i = 0; i < length; i++) {
      uint64_t number = (n + 1) * TEXTS + i;
      int size = mixed ? sizes[below(8, number)] : 1;
      char letter = (char)below(ALPHABET, ~number);
      if (size == 1) {
        *at++ = (char)('a' + letter);
      } else if (size == 2) {
        *at++ = (char)0xd0;
        *at++ = (char)(0xb0 + letter);
      } else {
        *at++ = (char)0xe4;
        *at++ = (char)0xb8;
        *at++ = (char)(0xa0 + letter);
      }
    }
    *at++ = '\n';
    *at = 0;
  }
  state.formatted = strcmp(words_text(&drill->words, "way", ""), "c-fprintf") == 0;
  return prepare(drill);
}

static const char *write_letters(uint64_t lines) {
  FILE *file = fopen(state.file, "we");
  if (!file) {
    return "the file cannot be made";
  }
  setvbuf(file, NULL, _IOFBF, BUFFER);
  state.lines = lines;
  for (uint64_t i = 1; i <= lines; i++) {
    if (state.formatted) {
      fprintf(file, "%s", texts[i % TEXTS]);
    } else {
      fputs(texts[i % TEXTS], file);
    }
  }
  int failed = ferror(file);
  return fclose(file) || failed ? "the file cannot be written" : NULL;
}

static const char *wrong_letters(uint64_t salt) {
  (void)salt;
  static char got[sizeof texts[0]];
  FILE *file = fopen(state.file, "re");
  const char *wrong = file ? NULL : "there is no file";
  for (uint64_t i = 1; i <= state.lines && !wrong; i++) {
    const char *line = fgets(got, sizeof got, file);
    wrong = line && strcmp(line, texts[i % TEXTS]) == 0 ? NULL : "a line is wrong";
  }
  if (file) {
    fclose(file);
  }
  return wrong;
}

/* ---- numbers ---------------------------------------------------------------------------------- */

static const char *print(uint64_t lines) { return write_lines(lines, 0); }

static const char *format(uint64_t lines) { return write_lines(lines, 1); }

static const char *wrong_numbers(uint64_t salt) {
  (void)salt;
  return read_lines(0);
}

static const char *wrong_squares(uint64_t salt) {
  (void)salt;
  return read_lines(1);
}

const struct exercise text_printing = {.name = "text-printing",
                                       .prepare = prepare,
                                       .arm = arm,
                                       .repeat = print,
                                       .fault = wrong_numbers,
                                       .end = end};

const struct exercise text_formatting = {.name = "text-formatting",
                                         .prepare = prepare,
                                         .arm = arm,
                                         .repeat = format,
                                         .fault = wrong_squares,
                                         .end = end};

const struct exercise text_writing = {.name = "text-writing",
                                      .prepare = prepare_letters,
                                      .arm = arm,
                                      .repeat = write_letters,
                                      .fault = wrong_letters,
                                      .end = end};
