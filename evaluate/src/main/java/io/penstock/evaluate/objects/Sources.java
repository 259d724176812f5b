package io.penstock.evaluate.objects;

/// The publications that ask the questions of this chapter, as a reader knows them.
final class Sources {
  static final String SERIALIZATION = "I/O Performance (book chapter 4), Serialization";
  static final String TUNING = "Tuning Java I/O Performance, Serialization";

  private Sources() {}
}
