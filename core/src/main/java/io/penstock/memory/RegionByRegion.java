package io.penstock.memory;

import java.util.Optional;
import java.util.function.LongFunction;

/// Each region has a ledger of its own, and regions are searched one after the other. Those that
/// were added last are the first to become free.
///
/// With buddies this is the document's second strategy (Baker, Carpenter and Shafi, section 3.1).
final class RegionByRegion extends Regions {
  private final LongFunction<Ledger> ledger;

  /// @param ledger makes one for a region of so many units
  RegionByRegion(PoolOptions options, LongFunction<Ledger> ledger) {
    super(options);
    this.ledger = ledger;
  }

  @Override
  Optional<Place> find(long units) {
    for (Plot plot : plots()) {
      long unit = plot.ledger().takeUnits(units);
      if (unit != Ledger.NONE) {
        return Optional.of(new Place(plot, unit));
      }
    }
    return Optional.empty();
  }

  @Override
  Plot plot(Storage.Region region, long number) {
    return new Plot(region, ledger.apply(1L << top()), 0);
  }
}
