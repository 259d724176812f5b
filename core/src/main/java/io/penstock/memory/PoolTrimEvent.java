package io.penstock.memory;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/// A pool gave back the regions that nobody used, as Java Flight Recorder shows it.
@Name("io.penstock.PoolTrim")
@Label("Pool Trim")
@Description("A pool gave back the regions that nobody used")
@Category("Penstock")
final class PoolTrimEvent extends Event {
  @Label("Freed")
  @DataAmount
  long bytes;

  @Label("Held")
  @Description("What the pool still has from its storage")
  @DataAmount
  long held;
}
