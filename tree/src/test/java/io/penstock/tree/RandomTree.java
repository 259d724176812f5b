package io.penstock.tree;

import io.penstock.tree.folder.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// A tree of whatever trees have: names of any bytes, links to anywhere, files with several names.
final class RandomTree {
  private static final int MOST_ENTRIES = 12;
  private static final int LONGEST_FILE = 40_000;
  private static final byte[][] LETTERS = {
    {'a'},
    {'.'},
    {'-'},
    {' '},
    {'\n'},
    {'*'},
    {(byte) 0xc3, (byte) 0xa4},
    {(byte) 0xff},
    {'Z'},
    {'"'}
  };

  private final Random random;
  private final List<Path> files = new ArrayList<>();

  RandomTree(Random random) {
    this.random = random;
  }

  /// Grows a tree below `root`, which is made.
  Path grow(Path root) throws IOException {
    files.clear();
    Files.createDirectory(root);
    fill(root, 3);
    return root;
  }

  private void fill(Path folder, int levels) throws IOException {
    int entries = random.nextInt(MOST_ENTRIES);
    for (int i = 0; i < entries; i++) {
      Path entry = folder.resolve(Names.path(name()));
      if (!Files.exists(entry, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
        make(entry, levels);
      }
    }
  }

  private byte[] name() {
    java.io.ByteArrayOutputStream name = new java.io.ByteArrayOutputStream();
    name.write('n');
    int letters = random.nextInt(20) == 0 ? 120 : random.nextInt(8);
    for (int i = 0; i < letters; i++) {
      name.writeBytes(LETTERS[random.nextInt(LETTERS.length)]);
    }
    return name.toByteArray();
  }

  private void make(Path entry, int levels) throws IOException {
    switch (random.nextInt(8)) {
      case 0, 1 -> {
        if (levels > 0) {
          Files.createDirectory(entry);
          fill(entry, levels - 1);
        }
      }
      case 2 -> {
        String[] targets = {"/etc", "nowhere", "..", ".", "n", "/etc/passwd"};
        Files.createSymbolicLink(entry, Path.of(targets[random.nextInt(targets.length)]));
      }
      case 3 -> {
        if (!files.isEmpty()) {
          Files.createLink(entry, files.get(random.nextInt(files.size())));
        }
      }
      default -> file(entry);
    }
  }

  private void file(Path entry) throws IOException {
    byte[] bytes = new byte[random.nextInt(3) == 0 ? 0 : random.nextInt(LONGEST_FILE)];
    random.nextBytes(bytes);
    Files.write(entry, bytes);
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (PosixFilePermission permission : PosixFilePermission.values()) {
      if (random.nextBoolean() || permission == PosixFilePermission.OWNER_READ) {
        permissions.add(permission);
      }
    }
    Files.setPosixFilePermissions(entry, permissions);
    Files.setLastModifiedTime(
        entry,
        FileTime.from(
            java.time.Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000))));
    files.add(entry);
  }
}
