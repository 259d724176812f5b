package io.penstock.evaluate.run;

import io.penstock.array.Dealing;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// How the axes of an array are dealt, as one word: `whole,block,cyclic3`.
final class DealingText {
  private static final String CYCLIC = "cyclic";

  private DealingText() {}

  static String write(List<Dealing> dealings) {
    return dealings.stream().map(DealingText::write).collect(Collectors.joining(","));
  }

  private static String write(Dealing dealing) {
    return switch (dealing) {
      case Dealing.Whole _ -> "whole";
      case Dealing.Block _ -> "block";
      case Dealing.Cyclic(long block) -> CYCLIC + block;
    };
  }

  /// @throws IllegalArgumentException if there is no such dealing
  static List<Dealing> read(String text) {
    return Arrays.stream(text.split(",")).map(DealingText::dealing).toList();
  }

  private static Dealing dealing(String text) {
    return switch (text) {
      case "whole" -> Dealing.whole();
      case "block" -> Dealing.block();
      default -> {
        if (!text.startsWith(CYCLIC)) {
          throw new IllegalArgumentException("no such dealing: " + text);
        }
        yield Dealing.cyclic(Long.parseLong(text.substring(CYCLIC.length())));
      }
    };
  }
}
