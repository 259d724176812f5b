/// Measures every way of moving data on the user's own machine and draws the result.
module io.penstock.evaluate {
  requires static transitive org.jspecify;
  requires com.fasterxml.jackson.core;
  requires io.penstock;

  exports io.penstock.evaluate;
  exports io.penstock.evaluate.report;
}
