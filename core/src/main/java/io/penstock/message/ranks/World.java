package io.penstock.message.ranks;

import io.penstock.message.match.Endpoint;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/// What the communicators of one rank have in common, and how their messages are kept apart.
///
/// A communicator has a number that no other has which shares two ranks with it. That of the world
/// is 0; others get theirs from their first member, who counts on its own: the numbers of different
/// first members are different by the remainder.
final class World {
  private static final int CONTEXTS = 4;

  private final Endpoint endpoint;
  private final String explanation;
  private final AtomicInteger made = new AtomicInteger();

  World(Endpoint endpoint, String explanation) {
    this.endpoint = endpoint;
    this.explanation = explanation;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  String explanation() {
    return explanation;
  }

  /// A number for a communicator whose first member is this rank.
  ///
  /// @throws IllegalStateException if there is none left
  int nextNumber() {
    long number = (long) made.incrementAndGet() * endpoint.size() + endpoint.rank();
    if (number > Integer.MAX_VALUE / CONTEXTS) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "rank %d has made %d communicators, more than can be told apart: use them again",
              endpoint.rank(),
              made.get()));
    }
    return (int) number;
  }

  /// The context of messages between two ranks.
  static int messages(int number) {
    return number * CONTEXTS;
  }

  /// The first of the contexts of collective operations.
  static int collectives(int number) {
    return number * CONTEXTS + 1;
  }
}
