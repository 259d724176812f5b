/* The C program that drills are compared with. As `drill count FILE` it counts newlines and ends; as
   `drill start WHAT FROM TO BYTES` it does one small thing, says what that took, and ends. */
#include <stddef.h>
#include <string.h>

#include "drill.h"

int main(int argc, char **argv) {
  if (argc == 3 && strcmp(argv[1], "count") == 0) {
    return print_newlines(argv[2]);
  }
  if (argc == 6 && strcmp(argv[1], "start") == 0) {
    return print_first_use(argv + 2);
  }
  static const struct exercise *const exercises[] = {
      &pairs, &mix_of_sizes, &hand_off, &pack, &copy, &ping_pong, &relay,
      &text_newlines, &text_lines, &text_numbers, &text_wide_finder, &text_rows,
      &text_bytes, &text_line_at, &text_doubles, &text_words,
      &text_printing, &text_formatting, &text_writing, &text_utf8,
      &files_copy, &files_names, &files_sizes, NULL};
  drill_serve(exercises);
  return 0;
}
