/*
 * The C programs that every approach is compared with: each moves an array between memory and a file as it is
 * told on standard input, a line each, and answers on standard output.
 *
 *   prepare TASK   -> ready | absent WHY          allocates the array and touches it
 *   arm SALT       -> armed             fills the source or spoils the target
 *   run            -> ran START END PROCESSOR     moves; nanoseconds of CLOCK_MONOTONIC, and of all processors
 *   time           -> timed [P50 P99 P99.9]       moves; nanoseconds of single requests, where those are timed
 *   verify SALT    -> verified | wrong WHERE
 *   quit
 *
 * The answer to anything that failed is `error WHY`, to a run too that cannot be made here `absent WHY`.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mover.h"
#include "pattern.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the yardstick is for little-endian machines"
#endif

enum { LINE_BYTES = 16384, ALIGNMENT = 4096, PAGE = 4096 };

static struct {
  struct task task;
  struct team *team;
  unsigned char *array;
  uint64_t array_bytes;
  uint64_t salt;
  uint64_t flip;
  struct piece wrong; /* length 0: nothing differs */
} state;

static uint64_t nanos_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * UINT64_C(1000000000) + (uint64_t)time.tv_nsec;
}

static uint64_t now(void) { return nanos_of(CLOCK_MONOTONIC); }

/* The array is kept from one task to the next where its size is the same. */
static const char *allocate(void) {
  uint64_t bytes = task_array_bytes(&state.task);
  if (state.array && bytes == state.array_bytes) {
    return NULL;
  }
  free(state.array);
  state.array = aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT);
  state.array_bytes = bytes;
  if (!state.array) {
    return "not enough memory for the array";
  }
  memset(state.array, 1, bytes);
  return NULL;
}

/* Says what is wrong. A mover's text that begins with `absent` is an answer by itself. */
static void complain(const char *wrong) {
  printf(strncmp(wrong, "absent ", 7) == 0 ? "%s\n" : "error %s\n", wrong);
}

static void prepare(char *words) {
  static char line[LINE_BYTES];
  mover.end();
  team_end(state.team);
  state.team = NULL;
  memcpy(line, words, strlen(words) + 1); /* the task points into it */
  const char *wrong = task_read(&state.task, line);
  if (!wrong) {
    wrong = allocate();
  }
  if (!wrong && !(state.team = team_start(state.task.threads))) {
    wrong = "not enough threads";
  }
  if (!wrong) {
    wrong = mover.prepare(&state.task, state.team, state.array);
  }
  if (wrong) {
    complain(wrong);
  } else {
    puts("ready");
  }
}

static void fill_block(void *context, int member) {
  (void)context;
  struct block block = task_block(&state.task, member);
  uint64_t count = task_pieces(&state.task, &block);
  for (uint64_t n = 0; n < count; n++) {
    struct piece piece = task_piece(&state.task, &block, n);
    fill(state.array + piece.in_array, piece.length, piece.in_file, state.salt, state.flip);
  }
}

static void verify_block(void *context, int member) {
  (void)context;
  struct block block = task_block(&state.task, member);
  uint64_t count = task_pieces(&state.task, &block);
  for (uint64_t n = 0; n < count; n++) {
    struct piece piece = task_piece(&state.task, &block, n);
    size_t at = mismatch(state.array + piece.in_array, piece.length, piece.in_file, state.salt);
    if (at < piece.length) {
      state.wrong = (struct piece){piece.in_array + at, piece.in_file + at, 1};
      return;
    }
  }
}

static void arm(uint64_t salt) {
  state.salt = salt;
  state.flip = state.task.write ? 0 : ~UINT64_C(0);
  team_run(state.team, fill_block, NULL);
  puts("armed");
}

/*
 * Reads a byte of each page. The tables by which the processor finds the pages leave its caches while other work
 * is done between two runs: some runs would take a fourth longer than others.
 */
static void touch(void) {
  volatile unsigned char *array = state.array;
  for (uint64_t at = 0; at < state.array_bytes; at += PAGE) {
    (void)array[at];
  }
}

static void run(void) {
  touch();
  if (mover.meet) {
    mover.meet();
  }
  uint64_t processor = nanos_of(CLOCK_PROCESS_CPUTIME_ID);
  uint64_t start = now();
  const char *wrong = mover.run();
  uint64_t end = now();
  processor = nanos_of(CLOCK_PROCESS_CPUTIME_ID) - processor;
  if (wrong) {
    complain(wrong);
  } else {
    printf("ran %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", start, end, processor);
  }
}

static void take_times(void) {
  uint64_t percentiles[3];
  const char *wrong = mover.time ? mover.time(percentiles) : NULL;
  if (wrong) {
    complain(wrong);
  } else if (!mover.time) {
    puts("timed");
  } else {
    printf("timed %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", percentiles[0], percentiles[1],
           percentiles[2]);
  }
}

static void verify(uint64_t salt) {
  state.salt = salt;
  state.wrong = (struct piece){0};
  team_run(state.team, verify_block, NULL);
  if (state.wrong.length) {
    printf("wrong byte %" PRIu64 " of the array is not byte %" PRIu64 " of %s\n",
           state.wrong.in_array, state.wrong.in_file, state.task.file);
  } else {
    puts("verified");
  }
}

static void obey(char *line) {
  char *words = strchr(line, ' ');
  words = words ? words + 1 : line + strlen(line);
  if (strncmp(line, "prepare ", 8) == 0) {
    prepare(words);
  } else if (!state.team) {
    puts("error nothing was prepared");
  } else if (strncmp(line, "arm ", 4) == 0) {
    arm(strtoull(words, NULL, 10));
  } else if (strcmp(line, "run") == 0) {
    run();
  } else if (strcmp(line, "time") == 0) {
    take_times();
  } else if (strncmp(line, "verify ", 7) == 0) {
    verify(strtoull(words, NULL, 10));
  } else {
    puts("error no such order");
  }
}

static void serve(void) {
  static char line[LINE_BYTES];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = '\0';
    if (strcmp(line, "quit") == 0) {
      return;
    }
    obey(line);
    fflush(stdout);
  }
}

int main(void) {
  const char *wrong = mover.start ? mover.start() : NULL;
  if (wrong) {
    fprintf(stderr, "%s\n", wrong);
    return 1;
  }
  serve();
  mover.end();
  if (mover.stop) {
    mover.stop();
  }
  return 0;
}
