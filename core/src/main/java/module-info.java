/// Typed data between Java arrays, files and processes at the speed of the hardware.
module io.penstock {
  requires static transitive org.jspecify;
  requires static jdk.jfr;

  exports io.penstock.array;
}
