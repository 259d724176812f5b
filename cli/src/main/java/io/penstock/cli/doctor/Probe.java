package io.penstock.cli.doctor;

/// One question to the machine.
interface Probe {
  /// Finds the answer; what cannot be found out is a finding too, never an exception.
  Finding examine();
}
