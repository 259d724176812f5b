package io.penstock.evaluate.messages;

/// The publication that asks the questions of this chapter, as a reader knows it.
final class Sources {
  private static final String BAKER =
      "Baker, Carpenter and Shafi, An Approach to Buffer Management in Java HPC Messaging, ";

  private Sources() {}

  static String baker(String section) {
    return BAKER + section;
  }
}
