package io.penstock.memory;

import java.util.Optional;

/// The document's second strategy: each region has lists of its own, and regions are searched one
/// after the other (Baker, Carpenter and Shafi, section 3.1).
final class ListPerRegion extends Regions {
  ListPerRegion(PoolOptions options) {
    super(options);
  }

  @Override
  Optional<Place> find(long units) {
    for (Plot plot : plots()) {
      long unit = plot.buddy().takeUnits(units);
      if (unit != Buddy.NONE) {
        return Optional.of(new Place(plot, unit));
      }
    }
    return Optional.empty();
  }

  @Override
  Plot plot(Storage.Region region, long number) {
    return new Plot(region, new Buddy(top()), 0);
  }
}
