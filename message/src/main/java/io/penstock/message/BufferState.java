package io.penstock.message;

/// The state of a message buffer.
public enum BufferState {
  /// Sections are written; nothing can be sent or read yet.
  WRITING("being written"),

  /// The message is complete: it can be sent, or read from its beginning.
  COMMITTED("committed"),

  /// A transport fills the buffer; nobody else can use it.
  ARRIVING("arriving"),

  /// Sections are read.
  READING("being read"),

  /// The buffer was closed.
  FREE("free");

  private final String label;

  BufferState(String label) {
    this.label = label;
  }

  /// As an error says it, `being written`.
  @Override
  public String toString() {
    return label;
  }
}
