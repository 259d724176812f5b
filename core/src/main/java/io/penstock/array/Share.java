package io.penstock.array;

import java.util.List;

/// One rank's part of a [Distribution].
public final class Share implements Selection {
  private final List<Comb> combs;

  Share(List<Comb> combs) {
    this.combs = List.copyOf(combs);
  }

  @Override
  public int rank() {
    return combs.size();
  }

  @Override
  public Comb comb(int axis) {
    return combs.get(axis);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Share that && combs.equals(that.combs);
  }

  @Override
  public int hashCode() {
    return combs.hashCode();
  }

  @Override
  public String toString() {
    return "Share" + combs;
  }
}
