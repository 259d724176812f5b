package io.penstock.fuzz;

import io.penstock.testing.fuzz.FuzzTarget;
import io.penstock.testing.fuzz.FuzzTargets;
import io.penstock.text.PatternTarget;
import io.penstock.tree.GlobTarget;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/// Every decoder of the library that reads what a stranger may send.
final class Decoders implements FuzzTargets {
  @Override
  public Map<String, Callable<FuzzTarget>> all() {
    Map<String, Callable<FuzzTarget>> all = new LinkedHashMap<>();
    all.put("npy-header", ArrayTargets.Header::new);
    all.put("npy-file", ArrayTargets.Whole::new);
    all.put("gzip", () -> new ArchiveTargets.Stream("gzip"));
    all.put("zstd", () -> new ArchiveTargets.Stream("zstd"));
    all.put("lz4", () -> new ArchiveTargets.Stream("lz4"));
    all.put("gzip-seekable", () -> new ArchiveTargets.Seekable("gzip"));
    all.put("zstd-seekable", () -> new ArchiveTargets.Seekable("zstd"));
    all.put("lz4-seekable", () -> new ArchiveTargets.Seekable("lz4"));
    all.put("zip", ArchiveTargets.Zip::new);
    all.put("line-index", TextTargets.Index::new);
    all.put("objects", ObjectTargets.Codec::new);
    all.put("object-analysis", ObjectTargets.Analysis::new);
    all.put("profile", TextTargets.Settings::new);
    all.put("glob", GlobTarget::new);
    all.put("expression", PatternTarget::new);
    return all;
  }
}
