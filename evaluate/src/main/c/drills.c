/* The C program that drills are compared with. */
#include <stddef.h>

#include "drill.h"

int main(void) {
  static const struct exercise *const exercises[] = {
      &pairs, &mix_of_sizes, &hand_off, &pack, &copy, &ping_pong, &relay,
      &text_newlines, &text_read, &text_lines, &text_numbers, &text_wide_finder, &text_rows,
      &text_bytes, &text_line_at, &text_doubles,
      &text_printing, &text_formatting, &text_utf8, NULL};
  drill_serve(exercises);
  return 0;
}
