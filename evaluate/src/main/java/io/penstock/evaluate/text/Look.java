package io.penstock.evaluate.text;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.CheckedFunction;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/// A text that is open, to be looked into at one place after another. For one thread.
@FunctionalInterface
interface Look extends Closeable {
  /// Looks at a place.
  ///
  /// @param place a byte, from 0, or a line, from 0
  /// @return the byte, or a number made of the line
  /// @throws Exception if it fails; the message is shown to the user
  long at(long place) throws Exception;

  /// Closes the text.
  @Override
  default void close() throws IOException {}

  /// A look into an open file, which closes it.
  static Look into(Closeable file, Look look) {
    return new Look() {
      @Override
      public long at(long place) throws Exception {
        return look.at(place);
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  /// Looks into a text that is kept open, each an operation. The answer that the task tells is the
  /// number of places, and its option [Places#OPTION] where they lie.
  ///
  /// @param look opens the text
  /// @param reference opens it in a way that is certain, for comparison
  static Exercise exercise(
      CheckedFunction<Path, Look> look, CheckedFunction<Path, Look> reference) {
    return task -> {
      Places places = Places.of(task.option(Places.OPTION));
      long count = task.answer();
      return looking(
          look.apply(task.path()),
          reference.apply(task.path()),
          number -> places.at(number, count),
          task);
    };
  }

  private static Exercise.Session looking(
      Look look, Look reference, LongUnaryOperator places, DrillTask task) {
    long[] range = {0, 0};
    long[] sum = {0};
    return Exercise.Session.repeating(
        _ -> sum[0] = -1,
        new Batch(task),
        times -> {
          range[0] = range[1];
          range[1] += times;
          sum[0] = sum(look, places, range[0], range[1]);
        },
        () -> {
          long expected = sum(reference, places, range[0], range[1]);
          return sum[0] == expected
              ? Optional.empty()
              : Optional.of(
                  String.format(Locale.ROOT, "it came to %d instead of %d", sum[0], expected));
        },
        () -> {
          try (reference) {
            look.close();
          }
        });
  }

  private static long sum(Look look, LongUnaryOperator places, long from, long to)
      throws Exception {
    long all = 0;
    for (long i = from; i < to; i++) {
      all += look.at(places.applyAsLong(i));
    }
    return all;
  }

  /// The order of the places that looks into a text go to. The same stands in `text_places.c`.
  enum Places {
    /// One after the other, from the first on.
    IN_SEQUENCE("in-sequence"),
    /// For a while somewhere near one place, then near another.
    NEARBY("nearby"),
    /// Anywhere.
    ANYWHERE("anywhere");

    static final String OPTION = "places";

    /// So far away is near.
    static final int NEAR = 64;

    /// So many looks are a while.
    static final int WHILE = 1024;

    private final String word;

    Places(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }

    /// Where look number `number` goes, of `count` places.
    long at(long number, long count) {
      return switch (this) {
        case IN_SEQUENCE -> number % count;
        case NEARBY -> nearby(number, count);
        case ANYWHERE -> below(count, number);
      };
    }

    private static long nearby(long number, long count) {
      long near = below(Math.max(1, count - NEAR), ~(number / WHILE));
      return (near + below(NEAR, number)) % count;
    }

    private static long below(long bound, long number) {
      return (Draws.at(number) >>> 1) % bound;
    }

    static Places of(String word) {
      return Stream.of(values())
          .filter(places -> places.word.equals(word))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no such places: " + word));
    }
  }
}
