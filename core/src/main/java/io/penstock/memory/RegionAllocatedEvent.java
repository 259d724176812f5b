package io.penstock.memory;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/// A region of memory that a pool got from its storage, as Java Flight Recorder shows it.
@Name("io.penstock.RegionAllocated")
@Label("Region Allocated")
@Description("A region of memory that a pool got from its storage")
@Category("Penstock")
final class RegionAllocatedEvent extends Event {
  @Label("Bytes")
  @DataAmount
  long bytes;
}
