package io.penstock.tree.cache;

/// Statistics of a [FileCache] since it was made. The figures belong together only while nobody
/// uses it.
///
/// @param hits files that were in memory
/// @param loads files that were read into memory
/// @param passed files that were opened and not kept: too large, or asked for too seldom
/// @param evicted files that made room for others, or had changed
/// @param files how many are in memory
/// @param bytes their sizes
public record CacheStatistics(
    long hits, long loads, long passed, long evicted, long files, long bytes) {}
