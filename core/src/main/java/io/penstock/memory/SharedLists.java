package io.penstock.memory;

import java.util.Optional;

/// The document's first strategy: what is free is kept in lists that all regions share, one for
/// each length (Baker, Carpenter and Shafi, section 3.1).
///
/// A search takes as many steps with a hundred thousand regions as with one, but for those in
/// [BitTree], which grow as its depth does.
final class SharedLists extends Regions {
  private final Buddy buddy = new Buddy(top());

  SharedLists(PoolOptions options) {
    super(options);
  }

  @Override
  Optional<Place> find(long units) {
    long unit = buddy.takeUnits(units);
    return unit == Ledger.NONE
        ? Optional.empty()
        : Optional.of(new Place(plotNumbered(unit >>> top()), unit));
  }

  @Override
  Plot plot(Storage.Region region, long number) {
    return new Plot(region, buddy, number, number);
  }

  @Override
  void noteRoom(Plot plot, long units) {
    // the lists know
  }
}
