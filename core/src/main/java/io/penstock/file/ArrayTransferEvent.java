package io.penstock.file;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// One bulk read or write of an array file, as Java Flight Recorder shows it.
@Name("io.penstock.ArrayTransfer")
@Label("Array Transfer")
@Description("A bulk read or write of an array file")
@Category("Penstock")
@StackTrace(false)
final class ArrayTransferEvent extends Event {
  @Label("Path")
  String path = "";

  @Label("Operation")
  String operation = "";

  @Label("Engine")
  String engine = "";

  @Label("Bytes")
  @DataAmount
  long bytes;

  @Label("Threads")
  int threads;
}
