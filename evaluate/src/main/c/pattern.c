#include "pattern.h"

#include <string.h>

enum { STRIP_WORDS = 512 };

static unsigned char byte_at(uint64_t position, uint64_t salt) {
  return (unsigned char)(word(position / 8, salt) >> (position % 8 * 8));
}

/* The bytes before the first whole word. */
static size_t head_of(uint64_t position, size_t length) {
  size_t head = (size_t)(-position & 7);
  return head < length ? head : length;
}

static void fill_bytes(unsigned char *memory, size_t from, size_t to, uint64_t position,
                       uint64_t salt, uint64_t flip) {
  for (size_t i = from; i < to; i++) {
    memory[i] = (unsigned char)(byte_at(position + i, salt) ^ flip);
  }
}

void fill(unsigned char *memory, size_t length, uint64_t position, uint64_t salt, uint64_t flip) {
  size_t head = head_of(position, length);
  size_t words = (length - head) / 8;
  uint64_t first = (position + head) / 8;
  fill_bytes(memory, 0, head, position, salt, flip);
  for (size_t i = 0; i < words; i++) {
    uint64_t value = word(first + i, salt) ^ flip;
    memcpy(memory + head + 8 * i, &value, 8);
  }
  fill_bytes(memory, head + 8 * words, length, position, salt, flip);
}

static size_t mismatch_in_bytes(const unsigned char *memory, size_t from, size_t to,
                                uint64_t position, uint64_t salt) {
  for (size_t i = from; i < to; i++) {
    if (memory[i] != byte_at(position + i, salt)) {
      return i;
    }
  }
  return to;
}

static int differs(const unsigned char *memory, size_t words, uint64_t first, uint64_t salt) {
  uint64_t difference = 0;
  for (size_t i = 0; i < words; i++) {
    uint64_t value;
    memcpy(&value, memory + 8 * i, 8);
    difference |= value ^ word(first + i, salt);
  }
  return difference != 0;
}

size_t mismatch(const unsigned char *memory, size_t length, uint64_t position, uint64_t salt) {
  size_t head = head_of(position, length);
  size_t at = mismatch_in_bytes(memory, 0, head, position, salt);
  if (at < head) {
    return at;
  }
  for (; at + 8 <= length; ) {
    size_t words = (length - at) / 8 < STRIP_WORDS ? (length - at) / 8 : STRIP_WORDS;
    if (differs(memory + at, words, (position + at) / 8, salt)) {
      return mismatch_in_bytes(memory, at, at + 8 * words, position, salt);
    }
    at += 8 * words;
  }
  return mismatch_in_bytes(memory, at, length, position, salt);
}
