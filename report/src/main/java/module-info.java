/// The outcome of an evaluation as records, and reports of it for people and machines.
module io.penstock.report {
  requires static org.jspecify;
  requires com.fasterxml.jackson.core;
  requires io.penstock;

  exports io.penstock.report;
}
