/* Texts summed up by names: the pages of a log, the rows of weather stations. */
#include <stdlib.h>
#include <string.h>

#include "text.h"

enum { PLACES = 1 << 14, TOP = 10, LONGEST = 128 };

struct sums {
  char name[LONGEST];
  size_t length;
  int64_t least, greatest, sum, count;
};

static struct sums table[PLACES];

static uint64_t hash_of(const char *from, size_t length) {
  uint64_t hash = length;
  for (; length >= 8; from += 8, length -= 8) {
    uint64_t word;
    memcpy(&word, from, 8);
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 32;
  }
  uint64_t rest = 0;
  for (; length; length--) {
    rest = rest << 8 | (unsigned char)*from++;
  }
  hash = (hash ^ rest) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ hash >> 32;
}

static struct sums *find(const char *name, size_t length) {
  size_t place = hash_of(name, length) % PLACES;
  while (table[place].count &&
         (table[place].length != length || memcmp(table[place].name, name, length) != 0)) {
    place = (place + 1) % PLACES;
  }
  struct sums *sums = &table[place];
  if (!sums->count) {
    memcpy(sums->name, name, length);
    sums->length = length;
    sums->least = INT64_MAX;
    sums->greatest = INT64_MIN;
    sums->sum = 0;
  }
  return sums;
}

static void empty_table(void) {
  for (int i = 0; i < PLACES; i++) {
    table[i].count = 0;
  }
}

/* ---- Wide Finder, as io.penstock.evaluate.text.LogText has it ------------------------------------ */

static int most_first(const void *a, const void *b) {
  const struct sums *one = a, *other = b;
  if (one->count != other->count) {
    return one->count > other->count ? -1 : 1;
  }
  size_t least = one->length < other->length ? one->length : other->length;
  int order = memcmp(one->name, other->name, least);
  return order ? order : one->length < other->length ? -1 : 1;
}

/* 000x/0000/00/00/, in which 0 stands for any digit. */
static int is_day(const char *at) {
  for (const char *form = "000x/0000/00/00/"; *form; form++, at++) {
    if (*form == '0' ? (unsigned char)(*at - '0') > 9 : *at != *form) {
      return 0;
    }
  }
  return 1;
}

static void page(const char *line, const char *end) {
  static const char get[] = "GET /ongoing/When/";
  const char *at = memchr(line, '"', (size_t)(end - line));
  if (!at || end - at < 40 || memcmp(at + 1, get, sizeof get - 1) != 0 || !is_day(at + sizeof get)) {
    return;
  }
  const char *name = at + sizeof get + 5;
  const char *space = memchr(name, ' ', (size_t)(end - name));
  if (!space || space - name > LONGEST || memchr(name, '.', (size_t)(space - name))) {
    return;
  }
  find(name, (size_t)(space - name))->count++;
}

static const char *wide_finder(void) {
  struct chunks chunks;
  const char *wrong = chunks_open(&chunks);
  char *from, *to;
  empty_table();
  while (!wrong && !(wrong = chunks_next(&chunks, &from, &to)) && from < to) {
    while (from < to) {
      char *end = memchr(from, '\n', (size_t)(to - from));
      end = end ? end : to;
      page(from, end);
      from = end + 1;
    }
  }
  chunks_close(&chunks);
  qsort(table, PLACES, sizeof *table, most_first);
  uint64_t answer = 0;
  for (int i = 0; i < TOP && table[i].count; i++) {
    int64_t hash = text_hash(table[i].name, table[i].name + table[i].length);
    answer = 31 * (31 * answer + (uint64_t)hash) + (uint64_t)table[i].count;
  }
  text.got = answer;
  return wrong;
}

static const char *repeat_wide_finder(uint64_t times) { return text_repeat(wide_finder, times); }

const struct exercise text_wide_finder = {.name = "text-wide-finder",
                                          .prepare = text_prepare,
                                          .arm = text_arm,
                                          .repeat = repeat_wide_finder,
                                          .fault = text_fault};

/* ---- rows, as io.penstock.evaluate.text.RowText has it ----------------------------------------- */

static const char *row(const char *from, const char *to) {
  const char *semicolon = memchr(from, ';', (size_t)(to - from));
  const char *at = semicolon + 1;
  int minus = *at == '-';
  int64_t tenths = 0;
  for (at += minus; *at != '\n'; at++) {
    if (*at != '.') {
      tenths = 10 * tenths + *at - '0';
    }
  }
  tenths = minus ? -tenths : tenths;
  struct sums *station = find(from, (size_t)(semicolon - from));
  station->least = tenths < station->least ? tenths : station->least;
  station->greatest = tenths > station->greatest ? tenths : station->greatest;
  station->sum += tenths;
  station->count++;
  return at + 1;
}

static const char *rows(void) {
  struct chunks chunks;
  const char *wrong = chunks_open(&chunks);
  char *from, *to;
  empty_table();
  while (!wrong && !(wrong = chunks_next(&chunks, &from, &to)) && from < to) {
    for (const char *at = from; at < to;) {
      at = row(at, to);
    }
  }
  chunks_close(&chunks);
  uint64_t answer = 0;
  for (int i = 0; i < PLACES; i++) {
    const struct sums *one = &table[i];
    if (one->count) {
      uint64_t numbers = 31 * (31 * (31 * (uint64_t)one->least + (uint64_t)one->greatest) +
                               (uint64_t)one->sum) +
                         (uint64_t)one->count;
      int64_t hash = text_hash(one->name, one->name + one->length);
      answer += (uint64_t)(31 * hash + 7) * numbers;
    }
  }
  text.got = answer;
  return wrong;
}

static const char *repeat_rows(uint64_t times) { return text_repeat(rows, times); }

const struct exercise text_rows = {.name = "text-rows",
                                   .prepare = text_prepare,
                                   .arm = text_arm,
                                   .repeat = repeat_rows,
                                   .fault = text_fault};
