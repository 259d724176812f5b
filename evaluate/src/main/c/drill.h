/* Work without a file: one operation, over and over. As io.penstock.evaluate.run.Drill has it. */
#ifndef DRILL_H
#define DRILL_H

#include <stdint.h>

#include "words.h"

/* What one process is asked to do. */
struct drill {
  struct words words;
  const char *name;
  uint64_t bytes;
  int threads, processes, rank;
  uint64_t nanos; /* of a batch */
  const char *meeting;
};

/* An operation. Each function may be NULL; those that return text return what is wrong, or NULL. */
struct exercise {
  const char *name;

  /* Makes ready. */
  const char *(*prepare)(const struct drill *drill);

  /* Fills sources and spoils targets. */
  void (*arm)(uint64_t salt);

  /* Agrees with the other processes on the number of operations of the next batch. */
  const char *(*begin)(uint64_t *operations);

  /* Does as many operations as were agreed on; this is what is timed. */
  const char *(*repeat)(uint64_t operations);

  /* The nanoseconds that the last operations took, where a clock around them all says more. */
  uint64_t (*nanos)(void);

  /* Looks at what was done. */
  const char *(*fault)(uint64_t salt);

  /* Gives everything back. */
  void (*end)(void);
};

/* Does what it is told until it is told to quit.

   exercises: all that it knows, then NULL */
void drill_serve(const struct exercise *const *exercises);

/* malloc and free: at once, among many others, and from thread to thread. */
extern const struct exercise pairs, mix_of_sizes, hand_off;

/* Elements into contiguous bytes and back; one buffer into another. */
extern const struct exercise pack, copy;

/* A message there and back: over a line to another process; between threads. */
extern const struct exercise ping_pong, relay;

/* Tells all ranks of an MPI job how many operations rank 0 wants, and begins them together. Says what is wrong. */
const char *ranks_agree(uint64_t *operations);

/* Doubles of all ranks of an MPI job: summed up for all; a block from each to each. */
extern const struct exercise all_reduce, all_to_all;

/* Another rank's memory: written, read, added to. */
extern const struct exercise window_put, window_get, window_fetch;

/* Passes over a text: newlines, lines, a field of each, the pages of a log, weather stations. */
extern const struct exercise text_newlines, text_lines, text_numbers, text_wide_finder, text_rows;

/* Looks into a text: a byte by its offset, a line by its number. */
extern const struct exercise text_bytes, text_line_at;

/* Parsing of doubles. */
extern const struct exercise text_doubles;

/* Words of a text. */
extern const struct exercise text_words;

/* Lines of numbers or letters, written to a file; bytes that may be UTF-8. */
extern const struct exercise text_printing, text_formatting, text_writing, text_utf8;

/* A copy of a file; a walk through a tree that counts its entries, or sums up its bytes. */
extern const struct exercise files_copy, files_names, files_sizes;

/* Prints how many newlines a file has.

   returns the exit status */
int print_newlines(const char *file);

/* Does one small thing, and prints the nanoseconds that it took and what it came to.

   words: what, a file, one that there is not, the bytes of the array
   returns the exit status */
int print_first_use(char **words);

#endif
