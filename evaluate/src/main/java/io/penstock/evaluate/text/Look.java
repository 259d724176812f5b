package io.penstock.evaluate.text;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Pass;
import io.penstock.evaluate.run.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// A text that is open, to be looked into at one place after another. For one thread.
interface Look extends AutoCloseable {
  /// Looks at a place.
  ///
  /// @param place a byte, from 0, or a line, from 0
  /// @return the byte, or the [LineAnswer] of the line
  /// @throws Exception if it fails; the message is shown to the user
  long at(long place) throws Exception;

  /// Closes the text.
  @Override
  default void close() throws IOException {}

  /// The opening of a text.
  @FunctionalInterface
  interface Opening {
    /// Opens it.
    ///
    /// @throws IOException if that fails
    Look open(Path path) throws IOException;
  }

  /// Looks into a text that is kept open, each an operation. The answer that the task tells is the
  /// number of places, and its option [Places#OPTION] where they lie.
  ///
  /// @param reference a way that is certain, for comparison
  static Exercise exercise(Opening look, Opening reference) {
    return task -> {
      Pass.Text text = new Pass.Text(task);
      return new Looking(
          text, look.open(text.path()), reference.open(text.path()), new Batch(task));
    };
  }

  /// Where looks into a text go. The same stands in `text_places.c`.
  enum Places {
    /// One after the other, from the first on.
    IN_SEQUENCE("in-sequence") {
      @Override
      long at(long number, long count) {
        return number % count;
      }
    },
    /// For a while somewhere near one place, then near another.
    NEARBY("nearby") {
      @Override
      long at(long number, long count) {
        long near = below(Math.max(1, count - NEAR), ~(number / WHILE));
        return (near + below(NEAR, number)) % count;
      }
    },
    /// Anywhere.
    ANYWHERE("anywhere") {
      @Override
      long at(long number, long count) {
        return below(count, number);
      }
    };

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
    abstract long at(long number, long count);

    private static long below(long bound, long number) {
      return (Draws.at(number) >>> 1) % bound;
    }

    static Places of(String word) {
      for (Places places : values()) {
        if (places.word.equals(word)) {
          return places;
        }
      }
      throw new IllegalArgumentException("no such places: " + word);
    }
  }

  /// Looks, one after the other, and the sum of what they came to.
  final class Looking implements Exercise.Session {
    private final Places places;
    private final long count;
    private final Look look;
    private final Look reference;
    private final Batch batch;
    private long first;
    private long next;
    private long sum;

    private Looking(Pass.Text text, Look look, Look reference, Batch batch) {
      this.places = Places.of(text.option(Places.OPTION));
      this.count = text.answer();
      this.look = look;
      this.reference = reference;
      this.batch = batch;
    }

    @Override
    public void arm(long salt) {
      sum = -1;
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(this::repeat);
    }

    private void repeat(long times) throws Exception {
      first = next;
      sum = sum(look, first, times);
      next += times;
    }

    private long sum(Look at, long from, long times) throws Exception {
      long all = 0;
      for (long i = from; i < from + times; i++) {
        all += at.at(places.at(i, count));
      }
      return all;
    }

    @Override
    public Optional<String> fault(long salt) throws Exception {
      long expected = sum(reference, first, next - first);
      return sum == expected
          ? Optional.empty()
          : Optional.of(String.format(Locale.ROOT, "it came to %d instead of %d", sum, expected));
    }

    @Override
    public void close() throws IOException {
      try (reference) {
        look.close();
      }
    }
  }
}
