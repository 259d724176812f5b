package io.penstock.crashes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What may be found in the folder of a workload after a crash.
///
/// The names are those of one moment since they were settled, and each thing that has a name is of
/// the versions that it had since it was settled.
final class Promises {
  static final String ARRAY = "a.npy";
  static final String OTHER = "c.npy";
  static final String BYTES = "b";
  static final String COPY = "copy";

  private final List<Map<String, Thing>> names = new ArrayList<>();
  private final Tree end;

  /// @param begin what there is, settled
  /// @param end of the run, where files are whole
  Promises(Map<String, Thing> begin, Tree end) {
    this.end = end;
    names.add(begin);
  }

  // ---- what steps do ---------------------------------------------------------------------------

  Map<String, Thing> latest() {
    return names.getLast();
  }

  /// The name of the array that steps work on.
  String array() {
    return latest().containsKey(ARRAY) ? ARRAY : OTHER;
  }

  boolean hasArray() {
    return latest().containsKey(array());
  }

  Thing.Numbers numbers() {
    return (Thing.Numbers) latest().get(array());
  }

  /// A name leads to a thing, which it may have done before.
  void name(String name, Thing thing) {
    if (latest().get(name) != thing) {
      Map<String, Thing> next = new HashMap<>(latest());
      next.put(name, thing);
      names.add(next);
    }
  }

  void rename(String name, String to) {
    Map<String, Thing> next = new HashMap<>(latest());
    next.put(to, next.remove(name));
    names.add(next);
  }

  /// A file that is written once.
  Thing whole(String name, Thing.Whole.Check meaning) {
    Tree.Node node = end.nodes().get("/" + name);
    return node == null
        ? new Thing.Whole(meaning)
        : new Thing.Whole(path -> Thing.requireBytes(path, node.content()));
  }

  // ---- what they promise -----------------------------------------------------------------------

  /// All that has happened will be found.
  void settleAll() {
    settleNames();
    settleContents();
  }

  /// The names are those of now.
  void settleNames() {
    names.subList(0, names.size() - 1).clear();
  }

  void settleContents() {
    latest().values().forEach(Thing::settle);
  }

  // ---- what is found ---------------------------------------------------------------------------

  /// Checks a folder.
  ///
  /// @return what was found, by its names
  /// @throws AssertionError if it may not be so
  Map<String, Thing> require(Path folder) throws IOException {
    Map<String, Path> found = new TreeMap<>();
    try (Stream<Path> paths = Files.list(folder)) {
      paths
          .filter(path -> !Thing.Leftover.isListed(path) && !Workload.isGiven(path))
          .forEach(path -> found.put(path.getFileName().toString(), path));
    }
    List<String> problems = new ArrayList<>();
    for (Map<String, Thing> candidate : names.reversed()) {
      try {
        Thing.require(
            found.keySet().equals(candidate.keySet()),
            found.keySet() + " were found, not " + new TreeMap<>(candidate).keySet());
        return matched(found, candidate);
      } catch (AssertionError | IOException e) {
        problems.add(e.getMessage());
      }
    }
    throw new AssertionError(String.join("; or ", problems));
  }

  private static Map<String, Thing> matched(Map<String, Path> found, Map<String, Thing> candidate)
      throws IOException {
    Map<String, Thing> matched = new HashMap<>();
    for (Map.Entry<String, Path> each : found.entrySet()) {
      Thing thing = candidate.get(each.getKey());
      try {
        thing.check(each.getValue());
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(each.getKey() + ": " + e.getMessage(), e);
      }
      matched.put(each.getKey(), thing.found(each.getValue()));
    }
    return matched;
  }
}
