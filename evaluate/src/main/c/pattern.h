/* The contents of a file in closed form, as io.penstock.evaluate.run.ContentPattern has them. */
#ifndef PATTERN_H
#define PATTERN_H

#include <stddef.h>
#include <stdint.h>

/* A number scattered evenly over all 64 bits. */
static inline uint64_t mix(uint64_t index, uint64_t salt) {
  uint64_t z = index * UINT64_C(0x9E3779B97F4A7C15) + salt * UINT64_C(0xD1B54A32D192ED03);
  z = (z ^ (z >> 32)) * UINT64_C(0xBF58476D1CE4E5B9);
  return z ^ (z >> 29);
}

/* Word number `index` of a little-endian file; never a NaN. */
static inline uint64_t word(uint64_t index, uint64_t salt) {
  return mix(index, salt) & UINT64_C(0xBFFFFFFFBFFFFFFF);
}

/* Request number `k` of a scattered sequence over `requests` places. */
static inline uint64_t scattered(uint64_t k, uint64_t seed, uint64_t requests) {
  return (mix(k, seed) >> 1) % requests;
}

/* Fills memory with what stands in a little-endian file from byte `position` on; each bit is
   inverted where it is set in `flip`. */
void fill(unsigned char *memory, size_t length, uint64_t position, uint64_t salt, uint64_t flip);

/* The index of the first byte that differs from the little-endian file's from byte `position` on, or
   `length` if there is none. */
size_t mismatch(const unsigned char *memory, size_t length, uint64_t position, uint64_t salt);

#endif
