package io.penstock.array;

import java.util.List;

/// One rank's part of a [Distribution].
public final class Share implements Selection {
  private final List<AxisSelection> perAxis;

  Share(List<AxisSelection> perAxis) {
    this.perAxis = List.copyOf(perAxis);
  }

  @Override
  public int rank() {
    return perAxis.size();
  }

  @Override
  public AxisSelection axis(int axis) {
    return perAxis.get(axis);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Share that && perAxis.equals(that.perAxis);
  }

  @Override
  public int hashCode() {
    return perAxis.hashCode();
  }

  @Override
  public String toString() {
    return "Share" + perAxis;
  }
}
