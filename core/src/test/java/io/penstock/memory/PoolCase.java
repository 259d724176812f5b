package io.penstock.memory;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// A pool over a storage, as the contract suite runs on each.
///
/// @param pool its name among the pools
/// @param storage its name among the storages
/// @param make makes one
record PoolCase(String pool, String storage, Function<PoolOptions, BufferPool> make) {
  static final long REGION = 1 << 20;
  static final long LIMIT = 32 << 20;

  private record Kind<T>(String name, T thing) {}

  private static final List<Kind<Function<PoolOptions, BufferPool>>> POOLS =
      List.of(
          new Kind<>("plain", BufferPools::plain),
          new Kind<>("buddy1", BufferPools::buddy1),
          new Kind<>("buddy2", BufferPools::buddy2),
          new Kind<>("cached", BufferPools::cached),
          new Kind<>("strict plain", options -> BufferPools.strict(BufferPools.plain(options))),
          new Kind<>("strict cached", options -> BufferPools.strict(BufferPools.cached(options))));

  private static final List<Kind<Supplier<Storage>>> PURE =
      List.of(new Kind<>("heap", Storage::heap), new Kind<>("off heap", Storage::offHeap));

  private static final List<Kind<Supplier<Storage>>> NATIVE =
      List.of(new Kind<>("pages", Storage::pages), new Kind<>("C", () -> new CMemory().storage()));

  static Stream<PoolCase> all() {
    return Stream.concat(withoutNativeAccess(), over(NATIVE));
  }

  /// Those that do without native code.
  static Stream<PoolCase> withoutNativeAccess() {
    return over(PURE);
  }

  private static Stream<PoolCase> over(List<Kind<Supplier<Storage>>> storages) {
    return POOLS.stream()
        .flatMap(
            pool ->
                storages.stream()
                    .map(
                        storage ->
                            new PoolCase(
                                pool.name(),
                                storage.name(),
                                options ->
                                    pool.thing()
                                        .apply(options.withStorage(storage.thing().get())))));
  }

  /// A pool with small regions and a limit.
  BufferPool open() {
    return make.apply(
        PoolOptions.defaults()
            .withRegionBytes(REGION)
            .withLimitBytes(LIMIT)
            .withCacheBytes(2 * REGION));
  }

  /// The same without a limit.
  BufferPool openWithoutLimit() {
    return make.apply(PoolOptions.defaults().withRegionBytes(REGION).withCacheBytes(2 * REGION));
  }

  boolean isOnHeap() {
    return storage.equals("heap");
  }

  @Override
  public String toString() {
    return pool + " over " + storage;
  }
}
