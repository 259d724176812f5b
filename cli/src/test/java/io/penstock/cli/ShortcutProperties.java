package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import picocli.CommandLine;

/// Where a shortcut takes a command line, picocli does, and fills every field of the verb with the
/// same value.
class ShortcutProperties {
  private static final int FEW = 400;
  private static final int MANY = 10_000;
  private static final int MOST_WORDS = 6;

  /// A shortcut must take one of so many lines, or too little is compared.
  private static final int LEAST_SHARE = 75;

  private static final List<String> WORDS = ShortLines.words();

  static final List<String> VERBS = ShortLines.VERBS;

  @ParameterizedTest
  @FieldSource("VERBS")
  void aShortcutMakesOfACommandLineWhatPicocliMakesOfIt(String verb) throws IllegalAccessException {
    compare(verb, FEW);
  }

  @Tag("long")
  @ParameterizedTest
  @FieldSource("VERBS")
  void aShortcutMakesOfManyCommandLinesWhatPicocliMakesOfThem(String verb)
      throws IllegalAccessException {
    compare(verb, MANY);
  }

  private static void compare(String verb, int lines) throws IllegalAccessException {
    SplittableRandom random = new SplittableRandom(verb.hashCode());
    List<String> options = ShortLines.options(verb);
    int taken = 0;
    for (int i = 0; i < lines; i++) {
      String[] words = line(verb, options, random);
      Optional<Shortcut> shortcut = Shortcut.of(words);
      if (shortcut.isPresent()) {
        taken++;
        assertSame(shortcut.get(), words);
      }
    }
    assertThat(taken).as("lines that the shortcut took").isGreaterThan(lines / LEAST_SHARE);
  }

  private static String[] line(String verb, List<String> options, SplittableRandom random) {
    List<String> words = new ArrayList<>(List.of(ShortLines.sample(verb)));
    int begin = verb.split(" ", -1).length;
    if (random.nextInt(8) == 0) {
      words.subList(begin, words.size()).clear();
    }
    for (int count = random.nextInt(MOST_WORDS); count > 0; count--) {
      words.addAll(random.nextInt(begin, words.size() + 1), some(options, random));
    }
    return words.toArray(String[]::new);
  }

  private static List<String> some(List<String> options, SplittableRandom random) {
    String option = options.get(random.nextInt(options.size()));
    String word = WORDS.get(random.nextInt(WORDS.size()));
    return switch (random.nextInt(6)) {
      case 0 -> List.of(option);
      case 1 -> List.of(option, word);
      case 2 -> List.of(option + "=" + word);
      case 3 -> List.of(option.length() == 2 ? option + word : option);
      case 4 -> List.of(option + (random.nextBoolean() ? "=" : ""));
      default -> List.of(word);
    };
  }

  private static void assertSame(Shortcut shortcut, String... words) throws IllegalAccessException {
    String line = String.join(" ", words);
    Action parsed = parsed(line, words);
    assertThat(shortcut.action()).as(line).hasSameClassAs(parsed);
    assertThat(fields(shortcut.action())).as(line).isEqualTo(fields(parsed));
    assertThat(ShortLines.spec(shortcut.verb()).qualifiedName())
        .isEqualTo("penstock " + shortcut.verb());
  }

  private static Action parsed(String line, String... words) {
    try {
      return ShortLines.parsed(words);
    } catch (CommandLine.PicocliException e) {
      throw new AssertionError("the shortcut takes what picocli refuses: " + line, e);
    }
  }

  /// All fields of an object of the command, and of those that it consists of.
  private static Map<String, Object> fields(Object of) throws IllegalAccessException {
    Map<String, Object> fields = new TreeMap<>();
    for (Class<?> type = of.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !isSurrounding(field.getName())) {
          field.setAccessible(true);
          fields.put(field.getName(), value(field.get(of)));
        }
      }
    }
    return fields;
  }

  private static boolean isSurrounding(String field) {
    return Set.of("spec", "verb", "results", "diagnostics").contains(field);
  }

  private static Object value(Object of) throws IllegalAccessException {
    if (of instanceof Optional<?> optional) {
      return optional.isPresent() ? List.of(value(optional.get())) : List.of();
    }
    boolean own = of.getClass().getPackageName().startsWith("io.penstock.cli");
    return own && !(of instanceof Record) && !(of instanceof Enum) ? fields(of) : of;
  }
}
