package io.penstock.memory;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/// A request for memory that a pool could not meet, as Java Flight Recorder shows it.
@Name("io.penstock.PoolExhausted")
@Label("Pool Exhausted")
@Description("A request for memory that a pool could not meet")
@Category("Penstock")
final class PoolExhaustedEvent extends Event {
  @Label("Message")
  String message = "";
}
