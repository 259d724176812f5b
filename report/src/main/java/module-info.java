/// The outcome of an evaluation as records, and reports of it for people and machines.
module io.penstock.report {
  requires static org.jspecify;
  requires com.fasterxml.jackson.annotation;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires io.penstock;

  exports io.penstock.report;

  opens io.penstock.report to
      com.fasterxml.jackson.databind;
}
