/// Measures every way of moving data on the user's own machine and draws the result.
module io.penstock.evaluate {
  requires static transitive org.jspecify;
  requires io.penstock;

  exports io.penstock.evaluate;
}
