package io.penstock.evaluate.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// How often pages were read, and the answer that Wide Finder wants: the ten that were read most.
///
/// The answer is one number made of names and counts, those of the same count in the order of their
/// names. The same stands in `text_tables.c`.
final class Pages {
  private static final int TOP = 10;

  private static final Comparator<Page> MOST_FIRST =
      Comparator.comparingLong(Page::reads).reversed().thenComparing(Page::name);

  private final List<Page> pages = new ArrayList<>();

  private record Page(String name, long reads) {}

  void add(String name, long reads) {
    pages.add(new Page(name, reads));
  }

  long answer() {
    long answer = 0;
    for (Page page : pages.stream().sorted(MOST_FIRST).limit(TOP).toList()) {
      int hash = Arrays.hashCode(page.name().getBytes(StandardCharsets.UTF_8));
      answer = 31 * (31 * answer + hash) + page.reads();
    }
    return answer;
  }
}
