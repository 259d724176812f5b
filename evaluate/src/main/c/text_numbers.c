/* Doubles of 17 digits, parsed one after the other, as io.penstock.evaluate.text.FieldSums. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "text.h"

enum { NUMBERS = 1024, LONGEST = 32 };

static char texts[NUMBERS][LONGEST];
static double expected[NUMBERS], got[NUMBERS];

static const char *prepare(const struct drill *drill) {
  (void)drill;
  for (uint64_t i = 0; i < NUMBERS; i++) {
    uint64_t number = text_draw(i) >> 1;
    snprintf(texts[i], LONGEST, "%" PRIu64 ".%016" PRIu64, 1 + number % 9,
             number / 9 % UINT64_C(10000000000000000));
    expected[i] = got[i] = strtod(texts[i], NULL);
  }
  return NULL;
}

static void arm(uint64_t salt) {
  (void)salt;
  got[0] = 0;
}

static const char *repeat(uint64_t times) {
  for (uint64_t i = 0; i < times; i++) {
    got[i % NUMBERS] = strtod(texts[i % NUMBERS], NULL);
  }
  return NULL;
}

static const char *fault(uint64_t salt) {
  (void)salt;
  for (int i = 0; i < NUMBERS; i++) {
    if (got[i] != expected[i]) {
      return "it gave another number";
    }
  }
  return NULL;
}

const struct exercise text_doubles = {
    .name = "text-doubles", .prepare = prepare, .arm = arm, .repeat = repeat, .fault = fault};
