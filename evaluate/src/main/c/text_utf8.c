/* Whether bytes in memory are UTF-8, as io.penstock.evaluate.text.Utf8Validation asks. */
#include <stdbool.h>
#include <stdlib.h>

#include "text.h"

static struct {
  unsigned char *bytes;
  size_t length;
  bool well_formed;
} state;

static const char *prepare(const struct drill *drill) {
  static const size_t sizes[] = {1, 1, 1, 2, 2, 3, 3, 4};
  static const unsigned char leads[] = {0, 'a', 0xc4, 0xe1, 0xf1};
  state.length = drill->bytes;
  state.bytes = calloc(state.length, 1);
  if (!state.bytes) {
    return "not enough memory";
  }
  size_t at = 0;
  for (uint64_t i = 0; at < state.length - 1; i++) {
    size_t size = sizes[(text_draw(i) >> 33) % 8];
    if (size > state.length - 1 - at) {
      size = state.length - 1 - at;
    }
    state.bytes[at] = leads[size];
    for (size_t rest = 1; rest < size; rest++) {
      state.bytes[at + rest] = (unsigned char)(0xa0 + (i + rest) % 16);
    }
    at += size;
  }
  return NULL;
}

static void arm(uint64_t salt) { state.bytes[state.length - 1] = salt % 2 == 0 ? 0xff : 'z'; }

/* How many bytes follow the first one of a character, and between which bounds the second one
   lies; false if it begins none. */
static inline bool follow(unsigned char lead, int *more, unsigned char *least,
                          unsigned char *most) {
  *least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  *most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  *more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  return lead >= 0xc2 && lead <= 0xf4;
}

static bool is_well_formed(const unsigned char *at, const unsigned char *end) {
  while (at < end) {
    if (*at < 0x80) {
      at++;
      continue;
    }
    int more;
    unsigned char least, most;
    if (!follow(*at, &more, &least, &most) || end - at <= more || at[1] < least || at[1] > most) {
      return false;
    }
    for (int i = 2; i <= more; i++) {
      if ((at[i] & 0xc0) != 0x80) {
        return false;
      }
    }
    at += more + 1;
  }
  return true;
}

static const char *repeat(uint64_t times) {
  for (uint64_t i = 0; i < times; i++) {
    __asm__ volatile("" : : "r"(state.bytes) : "memory"); /* each time anew */
    state.well_formed = is_well_formed(state.bytes, state.bytes + state.length);
  }
  return NULL;
}

static const char *fault(uint64_t salt) {
  return state.well_formed == (salt % 2 == 0) ? "it takes the bytes for what they are not" : NULL;
}

static void end(void) {
  free(state.bytes);
  state.bytes = NULL;
}

const struct exercise text_utf8 = {.name = "text-utf8",
                                   .prepare = prepare,
                                   .arm = arm,
                                   .repeat = repeat,
                                   .fault = fault,
                                   .end = end};
