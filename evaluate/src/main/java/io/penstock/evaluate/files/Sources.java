package io.penstock.evaluate.files;

/// The publications that ask the questions of this chapter, as a reader knows them.
final class Sources {
  static final String COPIES = "I/O Performance (book chapter 4), Basic I/O";
  static final String FILE_INFORMATION = "Tuning Java I/O Performance, Getting File Information";

  private Sources() {}
}
