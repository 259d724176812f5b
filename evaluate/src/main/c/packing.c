/* Elements into contiguous bytes and back, as plain loops and memcpy. The array has eight times as
   many elements as are packed. */
#include <byteswap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drill.h"
#include "pattern.h"

enum { SPREAD = 8, BLOCK = 16, ALIGNMENT = 4096 };

typedef void packing(void);

static struct {
  uint64_t bytes, count;
  uint64_t *array, *packed; /* doubles, by their bits: nothing is calculated with them */
  uint32_t *indices;
  packing *work;
  bool unpacks;
  char fault[128];
} state;

/* Place number k of a sequence that visits each of 2^bits places once. */
static uint32_t scrambled(uint32_t k, int bits) {
  uint32_t mask = (UINT32_C(1) << bits) - 1;
  uint32_t i = (k * UINT32_C(0x9E3779B1)) & mask;
  i ^= i >> (bits / 2);
  return (i * UINT32_C(0x85EBCA6B)) & mask;
}

static void contiguous(void) { memcpy(state.packed, state.array, state.bytes); }

static void strided(void) {
  for (uint64_t k = 0; k < state.count; k++) {
    state.packed[k] = state.array[SPREAD * k];
  }
}

static void blocks(void) {
  for (uint64_t k = 0; k < state.count; k += BLOCK) {
    memcpy(state.packed + k, state.array + SPREAD * k, BLOCK * sizeof *state.packed);
  }
}

static void gather(void) {
  for (uint64_t k = 0; k < state.count; k++) {
    state.packed[k] = state.array[state.indices[k]];
  }
}

static void scatter(void) {
  for (uint64_t k = 0; k < state.count; k++) {
    state.array[state.indices[k]] = state.packed[k];
  }
}

static void foreign_double(void) {
  for (uint64_t k = 0; k < state.count; k++) {
    state.packed[k] = bswap_64(state.array[k]);
  }
}

static void foreign_int(void) {
  const uint32_t *from = (const uint32_t *)state.array;
  uint32_t *to = (uint32_t *)state.packed;
  for (uint64_t k = 0; k < 2 * state.count; k++) {
    to[k] = bswap_32(from[k]);
  }
}

static const struct {
  const char *name;
  packing *work;
} layouts[] = {{"contiguous", contiguous},         {"strided", strided},
               {"blocks", blocks},                 {"gather", gather},
               {"scatter", scatter},               {"foreign-double", foreign_double},
               {"foreign-int", foreign_int}};

static void end(void) {
  free(state.array);
  free(state.packed);
  free(state.indices);
  memset(&state, 0, sizeof state);
}

static void *allocate(uint64_t bytes) {
  return aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
}

static const char *prepare(const struct drill *drill) {
  const char *layout = words_text(&drill->words, "layout", "");
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
    if (strcmp(layouts[i].name, layout) == 0) {
      state.work = layouts[i].work;
    }
  }
  state.bytes = drill->bytes;
  state.count = drill->bytes / sizeof *state.packed;
  if (!state.work || state.count % BLOCK || state.count & (state.count - 1)) {
    return "no such layout, or not a power of two";
  }
  state.unpacks = state.work == scatter;
  state.array = allocate(SPREAD * state.bytes);
  state.packed = allocate(state.bytes);
  state.indices = malloc(state.count * sizeof *state.indices);
  if (!state.array || !state.packed || !state.indices) {
    return "not enough memory";
  }
  int bits = __builtin_ctzll(SPREAD * state.count);
  for (uint32_t k = 0; k < state.count; k++) {
    state.indices[k] = scrambled(k, bits);
  }
  return NULL;
}

static void arm(uint64_t salt) {
  fill((unsigned char *)state.array, SPREAD * state.bytes, 0, salt, state.unpacks ? ~UINT64_C(0) : 0);
  fill((unsigned char *)state.packed, state.bytes, 0, salt, state.unpacks ? 0 : ~UINT64_C(0));
}

static const char *repeat(uint64_t operations) {
  for (uint64_t i = 0; i < operations; i++) {
    state.work();
    __asm__ volatile("" : : : "memory");
  }
  return NULL;
}

/* What element number k of the packed ones should be: the array's element `source`, swapped or not. */
static uint64_t wanted(uint64_t k, uint64_t salt) {
  if (state.work == strided) {
    return word(SPREAD * k, salt);
  }
  if (state.work == blocks) {
    return word(SPREAD * (k / BLOCK * BLOCK) + k % BLOCK, salt);
  }
  if (state.work == gather) {
    return word(state.indices[k], salt);
  }
  uint64_t value = word(k, salt);
  if (state.work == foreign_double) {
    return bswap_64(value);
  }
  if (state.work == foreign_int) {
    return (uint64_t)bswap_32((uint32_t)(value >> 32)) << 32 | bswap_32((uint32_t)value);
  }
  return value;
}

static const char *fault(uint64_t salt) {
  for (uint64_t k = 0; k < state.count; k++) {
    uint64_t got = state.unpacks ? state.array[state.indices[k]] : state.packed[k];
    if (got != wanted(k, salt)) {
      snprintf(state.fault, sizeof state.fault, "element %llu", (unsigned long long)k);
      return state.fault;
    }
  }
  return NULL;
}

const struct exercise pack = {.name = "pack",
                              .prepare = prepare,
                              .arm = arm,
                              .repeat = repeat,
                              .fault = fault,
                              .end = end};

/* ---- one buffer into another ---- */

static const char *prepare_copy(const struct drill *drill) {
  state.bytes = drill->bytes;
  state.array = malloc(state.bytes);
  state.packed = malloc(state.bytes);
  state.work = contiguous;
  return state.array && state.packed ? NULL : "not enough memory";
}

static void arm_copy(uint64_t salt) {
  fill((unsigned char *)state.array, state.bytes, 0, salt, 0);
  fill((unsigned char *)state.packed, state.bytes, 0, salt, ~UINT64_C(0));
}

static const char *fault_copy(uint64_t salt) {
  bool same = mismatch((unsigned char *)state.packed, state.bytes, 0, salt) == state.bytes;
  return same ? NULL : "the copy differs";
}

const struct exercise copy = {.name = "copy",
                              .prepare = prepare_copy,
                              .arm = arm_copy,
                              .repeat = repeat,
                              .fault = fault_copy,
                              .end = end};
