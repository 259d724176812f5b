package io.penstock.collective;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// One rank's part in a read or write of all ranks, as Java Flight Recorder shows it.
@Name("io.penstock.CollectiveTransfer")
@Label("Collective Transfer")
@Description("A read or write of a shared array file by all ranks, at one of them")
@Category("Penstock")
@StackTrace(false)
final class CollectiveTransferEvent extends Event {
  @Label("Path")
  String path = "";

  @Label("Operation")
  String operation = "";

  @Label("Rank")
  int rank;

  @Label("Ranks")
  int ranks;

  @Label("Bytes")
  @Description("What this rank has moved to or from its own memory")
  @DataAmount
  long bytes;
}
