/* name=value words in one line of text, percent-encoded. */
#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_WORDS = 64 };

struct words {
  const char *names[MAX_WORDS];
  const char *values[MAX_WORDS];
  int count;
};

/* Takes a line apart, which must stay where it is. */
void words_read(struct words *words, char *line);

/* The value of a word, or `otherwise` where there is none. */
const char *words_text(const struct words *words, const char *name, const char *otherwise);
uint64_t words_number(const struct words *words, const char *name, uint64_t otherwise);
bool words_is(const struct words *words, const char *name, const char *value);

#endif
