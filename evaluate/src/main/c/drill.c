/*
 * What the C programs that drills are compared with share: an operation over and over, as told on
 * standard input, a line each, and answers on standard output.
 *
 *   prepare TASK   -> ready
 *   arm SALT       -> armed
 *   run            -> did NANOSECONDS OPERATIONS
 *   verify SALT    -> verified | wrong WHERE
 *   quit
 *
 * The answer to anything that failed is `error WHY`.
 */
#include "drill.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the yardstick is for little-endian machines"
#endif

enum { LINE_BYTES = 16384, GROWTH = 8 };

static struct {
  const struct exercise *const *exercises; /* all that the program knows, then NULL */
  struct drill drill;
  const struct exercise *exercise;
  uint64_t operations; /* of the next batch */
} state;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * UINT64_C(1000000000) + (uint64_t)time.tv_nsec;
}

static const char *read_drill(struct drill *drill, char *line) {
  words_read(&drill->words, line);
  const struct words *words = &drill->words;
  drill->name = words_text(words, "drill", "");
  drill->bytes = words_number(words, "bytes", 0);
  drill->threads = (int)words_number(words, "threads", 1);
  drill->processes = (int)words_number(words, "processes", 1);
  drill->rank = (int)words_number(words, "rank", 0);
  drill->nanos = words_number(words, "nanos", 0);
  drill->meeting = words_text(words, "meeting", "");
  return drill->bytes ? NULL : "the task lacks bytes";
}

static const struct exercise *find(const char *name) {
  const struct exercise *const *one = state.exercises;
  while (*one && strcmp((*one)->name, name) != 0) {
    one++;
  }
  return *one;
}

static void end(void) {
  if (state.exercise && state.exercise->end) {
    state.exercise->end();
  }
  state.exercise = NULL;
}

static void prepare(const char *words) {
  static char line[LINE_BYTES];
  end();
  memcpy(line, words, strlen(words) + 1); /* the drill points into it */
  const char *wrong = read_drill(&state.drill, line);
  const struct exercise *exercise = find(state.drill.name);
  if (!wrong && !exercise) {
    wrong = "no such drill in C";
  }
  if (!wrong && exercise->prepare) {
    wrong = exercise->prepare(&state.drill);
  }
  if (wrong) {
    printf("error %s\n", wrong);
    return;
  }
  state.exercise = exercise;
  state.operations = 1;
  puts("ready");
}

/* Each batch is as long as the last one says, as io.penstock.evaluate.run.Batch has it. */
static void adapt(uint64_t took) {
  double wanted = (double)state.operations * (double)state.drill.nanos / (double)(took ? took : 1);
  double most = (double)state.operations * GROWTH;
  state.operations = wanted < 1 ? 1 : (uint64_t)(wanted > most ? most : wanted);
}

static void run(void) {
  const char *wrong = NULL;
  if (state.exercise->begin) {
    wrong = state.exercise->begin(&state.operations);
  }
  uint64_t start = now();
  if (!wrong) {
    wrong = state.exercise->repeat(state.operations);
  }
  uint64_t took = state.exercise->nanos ? state.exercise->nanos() : now() - start;
  if (wrong) {
    printf("error %s\n", wrong);
    return;
  }
  printf("did %" PRIu64 " %" PRIu64 "\n", took ? took : 1, state.operations);
  adapt(took);
}

static void verify(uint64_t salt) {
  const char *wrong = state.exercise->fault ? state.exercise->fault(salt) : NULL;
  if (wrong) {
    printf("wrong %s\n", wrong);
  } else {
    puts("verified");
  }
}

static void arm(uint64_t salt) {
  if (state.exercise->arm) {
    state.exercise->arm(salt);
  }
  puts("armed");
}

static void obey(char *line) {
  char *words = strchr(line, ' ');
  words = words ? words + 1 : line + strlen(line);
  if (strncmp(line, "prepare ", 8) == 0) {
    prepare(words);
  } else if (!state.exercise) {
    puts("error nothing was prepared");
  } else if (strncmp(line, "arm ", 4) == 0) {
    arm(strtoull(words, NULL, 10));
  } else if (strcmp(line, "run") == 0) {
    run();
  } else if (strncmp(line, "verify ", 7) == 0) {
    verify(strtoull(words, NULL, 10));
  } else {
    puts("error no such order");
  }
}

void drill_serve(const struct exercise *const *exercises) {
  static char line[LINE_BYTES];
  state.exercises = exercises;
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = '\0';
    if (strcmp(line, "quit") == 0) {
      break;
    }
    obey(line);
    fflush(stdout);
  }
  end();
}
