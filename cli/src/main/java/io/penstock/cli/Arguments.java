package io.penstock.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The words of a command line in usual form, from which a verb picks its options by their names
/// and then takes the rest as operands.
///
/// A form is usual if picocli cannot see anything else in it: options with their values behind them
/// or behind `=`, each at most once; flags of one letter, also several in one word; operands. A
/// value or an operand does not begin with a hyphen, unless it is one. At anything else each method
/// throws [IllegalArgumentException], and picocli has to look.
final class Arguments {
  private static final int MOST_DIGITS = 9;

  /// All characters of a word.
  private static final long WHOLE = -1;

  private final List<String> words;

  /// For each word the characters that have been picked, a bit each; those of no cluster of flags
  /// are picked at once.
  private final long[] picked;

  /// @param words without the verb's name
  Arguments(List<String> words) {
    this.words = words;
    this.picked = new long[words.size()];
  }

  /// Leaves the command line to picocli.
  ///
  /// @param what is not usual in it
  static IllegalArgumentException unusual(String what) {
    return new IllegalArgumentException(what);
  }

  /// Whether a flag is there.
  ///
  /// @param names of the one flag
  boolean flag(String... names) {
    boolean found = false;
    for (int i = 0; i < words.size(); i++) {
      for (String name : names) {
        if (isThere(name, i)) {
          require(!found, name);
          found = true;
        }
      }
    }
    return found;
  }

  private boolean isThere(String name, int i) {
    String word = words.get(i);
    if (word.equals(name)) {
      pick(i, WHOLE);
      return true;
    }
    if (name.length() != 2 || !isCluster(word)) {
      return false;
    }
    int at = word.indexOf(name.charAt(1), 1);
    if (at < 0) {
      return false;
    }
    require(word.indexOf(name.charAt(1), at + 1) < 0, word);
    pick(i, 1L << at);
    return true;
  }

  // Longer ones are no usual form.
  private static boolean isCluster(String word) {
    return isOption(word) && word.charAt(1) != '-' && word.length() < Long.SIZE;
  }

  private static boolean isOption(String word) {
    return word.length() > 1 && word.charAt(0) == '-';
  }

  private void pick(int i, long characters) {
    require((picked[i] & characters) == 0, words.get(i));
    picked[i] |= characters;
  }

  private static void require(boolean usual, String word) {
    if (!usual) {
      throw unusual(word);
    }
  }

  /// The value of an option.
  ///
  /// @param names of the one option
  Optional<String> value(String... names) {
    List<String> values = values(names);
    require(values.size() <= 1, names[0]);
    if (values.isEmpty()) {
      return Optional.empty();
    }
    require(!isOption(values.getFirst()), names[0]);
    return Optional.of(values.getFirst());
  }

  /// The values of an option that may be repeated. Those behind `=` may begin with a hyphen.
  ///
  /// @param names of the one option
  List<String> values(String... names) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      for (String name : names) {
        if (words.get(i).equals(name)) {
          values.add(behind(i));
        } else if (isAttached(name, words.get(i))) {
          pick(i, WHOLE);
          values.add(words.get(i).substring(name.length() + 1));
        }
      }
    }
    require(!values.contains(""), names[0]);
    return values;
  }

  private String behind(int i) {
    require(i + 1 < words.size() && !isOption(words.get(i + 1)), words.get(i));
    pick(i, WHOLE);
    pick(i + 1, WHOLE);
    return words.get(i + 1);
  }

  private static boolean isAttached(String name, String word) {
    return word.length() > name.length()
        && word.charAt(name.length()) == '='
        && word.startsWith(name);
  }

  /// The parts of an option's value, which commas separate.
  ///
  /// @param name of the option
  List<String> list(String name) {
    Optional<String> value = value(name);
    if (value.isEmpty()) {
      return List.of();
    }
    List<String> parts = new ArrayList<>();
    String rest = value.get();
    require(rest.indexOf('"') < 0, rest); // picocli splits nothing between quotes
    for (int comma = rest.indexOf(','); comma >= 0; comma = rest.indexOf(',')) {
      parts.add(rest.substring(0, comma));
      rest = rest.substring(comma + 1);
    }
    parts.add(rest);
    require(!parts.contains(""), value.get());
    return parts;
  }

  /// The value of an option that is a whole number.
  ///
  /// @param least that is right
  /// @param most that is right
  /// @param names of the one option
  Optional<Integer> number(int least, int most, String... names) {
    Optional<String> value = value(names);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    int number = whole(value.get());
    require(number >= least && number <= most, value.get());
    return Optional.of(number);
  }

  // A few digits and nothing else.
  private static int whole(String text) {
    boolean digits = !text.isEmpty() && text.length() <= MOST_DIGITS;
    for (int i = 0; i < text.length(); i++) {
      digits &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    require(digits, text);
    return Integer.parseInt(text);
  }

  /// The place of the first operand where each option has a value.
  int firstOperand() {
    int at = 0;
    while (at < words.size() && isOption(words.get(at))) {
      at += words.get(at).indexOf('=') < 0 ? 2 : 1;
    }
    require(at < words.size(), "no operand");
    return at;
  }

  /// The words before a place, by themselves.
  Arguments before(int end) {
    return new Arguments(words.subList(0, end));
  }

  /// The words from a place on, whatever they are.
  List<String> from(int begin) {
    return words.subList(begin, words.size());
  }

  /// All words that no option has picked, as the last to be asked for. Where there may be any
  /// number of them, options stand before or behind all: what picocli makes of others depends on
  /// the verb.
  ///
  /// @param least how many there have to be
  /// @param most how many there may be
  List<String> operands(int least, int most) {
    List<String> operands = new ArrayList<>();
    int last = -1;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (picked[i] == 0) {
        require(!isOption(word) && !word.isEmpty(), word);
        require(operands.isEmpty() || last == i - 1 || most < Integer.MAX_VALUE, word);
        operands.add(word);
        last = i;
      } else if (picked[i] != WHOLE) {
        require(picked[i] == (1L << word.length()) - 2, word);
      }
    }
    require(operands.size() >= least && operands.size() <= most, "operands");
    return operands;
  }
}
