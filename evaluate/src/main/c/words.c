#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void decode(char *text) {
  char *to = text;
  for (char *from = text; *from; from++) {
    unsigned code;
    if (*from == '%' && sscanf(from + 1, "%2x", &code) == 1) {
      *to++ = (char)code;
      from += 2;
    } else {
      *to++ = *from;
    }
  }
  *to = '\0';
}

void words_read(struct words *words, char *line) {
  char *rest;
  words->count = 0;
  for (char *next = strtok_r(line, " ", &rest); next && words->count < MAX_WORDS;
       next = strtok_r(NULL, " ", &rest)) {
    char *equals = strchr(next, '=');
    if (equals) {
      *equals = '\0';
      decode(equals + 1);
      words->names[words->count] = next;
      words->values[words->count++] = equals + 1;
    }
  }
}

const char *words_text(const struct words *words, const char *name, const char *otherwise) {
  for (int i = 0; i < words->count; i++) {
    if (strcmp(words->names[i], name) == 0) {
      return words->values[i];
    }
  }
  return otherwise;
}

uint64_t words_number(const struct words *words, const char *name, uint64_t otherwise) {
  const char *text = words_text(words, name, NULL);
  return text ? strtoull(text, NULL, 10) : otherwise;
}

bool words_is(const struct words *words, const char *name, const char *value) {
  return strcmp(words_text(words, name, ""), value) == 0;
}
