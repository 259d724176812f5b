package io.penstock.memory;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/// A leak or a stray write that a [StrictPool] found, as Java Flight Recorder shows it.
@Name("io.penstock.MemoryMisuse")
@Label("Memory Misuse")
@Description("Pooled memory that was leaked, or written to by somebody whose it was not")
@Category("Penstock")
final class MemoryMisuseEvent extends Event {
  @Label("Message")
  String message = "";

  @Label("Bytes")
  @DataAmount
  long bytes;
}
