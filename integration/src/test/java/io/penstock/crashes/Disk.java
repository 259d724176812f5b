package io.penstock.crashes;

import io.penstock.crashes.Tree.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/// A disk that forgets what was not synced, as POSIX allows it to.
///
/// What has been synced is there. Of what has not, a loss of power leaves any part: of a file any
/// of its sectors, of 512 bytes or of 4 KiB, and its size and permissions of any moment since, in
/// their order; of a folder its names of any moment since. A call that changes several names
/// changes all or none. That a file was synced tells nothing of its name, and the other way round.
final class Disk {
  private static final int SECTOR = 512;
  private static final int SECTORS_OF_PAGE = 8;
  private static final double[] SHARES = {0.1, 0.5, 0.9};

  private final Map<Long, File> files = new LinkedHashMap<>();
  private final Map<Place, Long> names;
  private final List<Renaming> renamings = new ArrayList<>();
  private Tree present;
  private int time;

  /// @param begin all of which is synced
  Disk(Tree begin) {
    present = begin;
    names = places(begin);
    for (Node node : begin.nodes().values()) {
      File _ = files.put(node.number(), new File(node));
    }
  }

  /// A name in a folder.
  private record Place(long folder, String name) {}

  /// A change of names, at once.
  ///
  /// @param becomes what they lead to then; -1 for nothing
  private record Renaming(Map<Place, Long> becomes) {
    Set<Long> folders() {
      Set<Long> folders = new HashSet<>();
      becomes.keySet().forEach(place -> folders.add(place.folder()));
      return folders;
    }

    void makeIn(Map<Place, Long> names) {
      becomes.forEach(
          (place, number) -> {
            Long _ = number < 0 ? names.remove(place) : names.put(place, number);
          });
    }
  }

  /// A change of a file.
  private sealed interface Change {}

  private record Resized(int length) implements Change {}

  private record Permitted(int mode) implements Change {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Written(int time, int sector, byte[] bytes) implements Change {}

  // ---- what happens ----------------------------------------------------------------------------

  /// A call has been made.
  void become(Tree next) {
    time++;
    Map<Place, Long> before = places(present);
    Map<Place, Long> after = places(next);
    Map<Place, Long> becomes = new LinkedHashMap<>();
    before.forEach(
        (place, number) -> {
          if (!number.equals(after.get(place))) {
            becomes.put(place, after.getOrDefault(place, -1L));
          }
        });
    after.forEach(
        (place, number) -> {
          if (!before.containsKey(place)) {
            becomes.put(place, number);
          }
        });
    if (!becomes.isEmpty()) {
      renamings.add(new Renaming(becomes));
    }
    for (Node node : next.nodes().values()) {
      files.computeIfAbsent(node.number(), _ -> new File(begun(node))).become(node);
    }
    present = next;
  }

  /// A link is made with its text.
  private static Node begun(Node node) {
    return node.isLink() ? node : node.with(new byte[0]);
  }

  /// A file or a folder has been synced.
  void sync(String path) {
    Node node = present.nodes().get(path);
    if (node == null) {
      return; // it has no name any more
    }
    if (node.isFolder()) {
      syncNames(node.number());
    }
    Objects.requireNonNull(files.get(node.number())).sync();
  }

  /// Everything has been.
  void syncAll() {
    renamings.forEach(renaming -> renaming.makeIn(names));
    renamings.clear();
    files.values().forEach(File::sync);
  }

  private void syncNames(long folder) {
    Set<Long> folders = new HashSet<>(Set.of(folder));
    Set<Renaming> synced = new HashSet<>();
    for (Renaming renaming : renamings.reversed()) { // and what they build upon
      if (renaming.folders().stream().anyMatch(folders::contains)) {
        folders.addAll(renaming.folders());
        synced.add(renaming);
      }
    }
    for (Renaming renaming : renamings) {
      if (synced.contains(renaming)) {
        renaming.makeIn(names);
      }
    }
    renamings.removeAll(synced);
  }

  private static Map<Place, Long> places(Tree tree) {
    Map<Place, Long> places = new LinkedHashMap<>();
    tree.nodes()
        .forEach(
            (path, node) -> {
              int slash = path.lastIndexOf('/');
              if (slash >= 0) {
                Node folder = Objects.requireNonNull(tree.nodes().get(path.substring(0, slash)));
                places.put(new Place(folder.number(), path.substring(slash + 1)), node.number());
              }
            });
    return places;
  }

  // ---- what is left ----------------------------------------------------------------------------

  /// What was synced, and nothing else.
  Tree synced() {
    Map<Long, Node> left = new HashMap<>();
    files.forEach((number, file) -> left.put(number, file.synced));
    return tree(names, left);
  }

  /// What was synced, and a part of the rest.
  Tree some(Random random) {
    int group = random.nextBoolean() ? 1 : SECTORS_OF_PAGE;
    double share = SHARES[random.nextInt(SHARES.length)];
    Map<Place, Long> places = someNames(random);
    Map<Long, Node> left = new HashMap<>();
    files.forEach((number, file) -> left.put(number, file.some(random, group, share)));
    return tree(places, left);
  }

  private Map<Place, Long> someNames(Random random) {
    Map<Long, Integer> rest = new LinkedHashMap<>();
    for (Renaming renaming : renamings) {
      renaming.folders().forEach(folder -> rest.merge(folder, 1, Integer::sum));
    }
    rest.replaceAll((_, count) -> random.nextInt(count + 1));
    Map<Place, Long> places = new LinkedHashMap<>(names);
    for (Renaming renaming : renamings) {
      Set<Long> folders = renaming.folders();
      boolean isMade = folders.stream().allMatch(folder -> rest.getOrDefault(folder, 0) > 0);
      if (isMade) {
        renaming.makeIn(places);
      }
      folders.forEach(folder -> rest.merge(folder, 1, (left, one) -> isMade ? left - one : 0));
    }
    return places;
  }

  private Tree tree(Map<Place, Long> places, Map<Long, Node> left) {
    Map<Long, Map<String, Long>> folders = new HashMap<>();
    places.forEach(
        (place, number) ->
            folders
                .computeIfAbsent(place.folder(), _ -> new TreeMap<>())
                .put(place.name(), number));
    Map<String, Node> nodes = new TreeMap<>();
    Node root = Objects.requireNonNull(present.nodes().get(""));
    add("", root.number(), folders, left, nodes);
    return Tree.of(nodes);
  }

  private static void add(
      String path,
      long number,
      Map<Long, Map<String, Long>> folders,
      Map<Long, Node> left,
      Map<String, Node> nodes) {
    nodes.put(path, Objects.requireNonNull(left.get(number)));
    folders
        .getOrDefault(number, Map.of())
        .forEach((name, below) -> add(path + "/" + name, below, folders, left, nodes));
  }

  /// A file, with what was done to it since it was synced.
  private final class File {
    private final List<Change> changes = new ArrayList<>();
    private Node synced;
    private Node latest;

    File(Node synced) {
      this.synced = synced;
      this.latest = synced;
    }

    void sync() {
      synced = latest;
      changes.clear();
    }

    void become(Node node) {
      if (node.mode() != latest.mode()) {
        changes.add(new Permitted(node.mode()));
      }
      byte[] older = latest.content();
      byte[] newer = node.content();
      if (!Arrays.equals(older, newer)) {
        if (older.length != newer.length) {
          changes.add(new Resized(newer.length));
        }
        byte[] padded = Arrays.copyOf(older, newer.length);
        for (int from = 0; from < newer.length; from += SECTOR) {
          int to = Math.min(newer.length, from + SECTOR);
          if (!Arrays.equals(padded, from, to, newer, from, to)) {
            changes.add(new Written(time, from / SECTOR, Arrays.copyOfRange(newer, from, to)));
          }
        }
      }
      latest = node;
    }

    /// @param group how many sectors are written together
    /// @param share of those that are
    Node some(Random random, int group, double share) {
      byte[] content = synced.content().clone();
      int mode = synced.mode();
      boolean grows = true;
      boolean permits = true;
      Map<Long, Boolean> drawn = new HashMap<>();
      for (Change change : changes) {
        switch (change) {
          case Permitted permitted -> {
            permits = permits && random.nextBoolean();
            mode = permits ? permitted.mode() : mode;
          }
          case Resized resized -> {
            grows = grows && random.nextDouble() < share;
            content = grows ? Arrays.copyOf(content, resized.length()) : content;
          }
          case Written written -> {
            long key = ((long) written.time() << Integer.SIZE) + written.sector() / group;
            int from = written.sector() * SECTOR;
            int fitting = Math.min(written.bytes().length, content.length - from);
            boolean isWritten = drawn.computeIfAbsent(key, _ -> random.nextDouble() < share);
            if (isWritten && fitting > 0) {
              System.arraycopy(written.bytes(), 0, content, from, fitting);
            }
          }
        }
      }
      return synced.with(content).withMode(mode);
    }
  }
}
