/* Passes over a text, as io.penstock.evaluate.text has them. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "drill.h"

/* What the task says about the text. */
struct text {
  const char *file, *way;
  uint64_t answer;  /* that a pass should come to */
  uint64_t request; /* bytes to ask for in one call, or 0 */
  uint64_t got;
};

extern struct text text;

/* Makes one pass and leaves its answer in `text.got`; returns what is wrong, or NULL. */
typedef const char *text_pass(void);

/* Takes the task. */
const char *text_prepare(const struct drill *drill);

/* Spoils the answer; compares it. */
void text_arm(uint64_t salt);
const char *text_fault(uint64_t salt);

/* Makes so many passes. */
const char *text_repeat(text_pass *pass, uint64_t times);

/* A file that is read in chunks of whole lines. */
struct chunks {
  int fd;
  char *buffer;
  size_t room, kept, filled;
};

/* Opens the file of the text. */
const char *chunks_open(struct chunks *chunks);

/* The next chunk: whole lines from `*from` to before `*to`, none at the end. Before `*to` is a
   newline, unless the text ends without one. */
const char *chunks_next(struct chunks *chunks, char **from, char **to);

void chunks_close(struct chunks *chunks);

/* As java.util.Arrays.hashCode has it. */
int32_t text_hash(const char *from, const char *to);

/* A number that looks random, as io.penstock.evaluate.text.Draws has it. */
uint64_t text_draw(uint64_t number);

#endif
