package io.penstock.message.launch;

import java.util.Collection;
import java.util.List;

/// A list of a few of many ranks for a line of text.
public final class Ranks {
  private static final int MOST_NAMED = 16;

  private Ranks() {}

  /// `rank 3`, `ranks 1 and 5`, `ranks 1, 5 and 6`; after the first sixteen `and 84 more`.
  public static String text(Collection<Integer> ranks) {
    List<String> names =
        ranks.stream().sorted().limit(MOST_NAMED).map(rank -> Integer.toString(rank)).toList();
    if (names.size() == 1) {
      return "rank " + names.getFirst();
    }
    int more = ranks.size() - names.size();
    String last = more > 0 ? more + " more" : names.getLast();
    List<String> listed = more > 0 ? names : names.subList(0, names.size() - 1);
    return "ranks " + String.join(", ", listed) + " and " + last;
  }
}
