package io.penstock.simulation.runtime;

/// A run that hangs, or whose body has thrown.
public final class SimulationFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  SimulationFailure(String message) {
    super(message);
  }

  SimulationFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
