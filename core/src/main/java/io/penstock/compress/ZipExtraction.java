package io.penstock.compress;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Unpacks a zip archive below a folder, all of it or nothing.
final class ZipExtraction {
  private static final int OWNER_MAY_RUN = 0100;

  private final ZipArchive archive;
  private final FileBytes file;
  private final Path folder;
  private final Deque<Path> made = new ArrayDeque<>();

  ZipExtraction(ZipArchive archive, FileBytes file, Path folder) {
    this.archive = archive;
    this.file = file;
    this.folder = folder;
  }

  void run() throws IOException {
    Map<ZipItem, Path> places = places();
    boolean done = false;
    try {
      makeTarget();
      for (Map.Entry<ZipItem, Path> place : places.entrySet()) {
        put(place.getKey(), place.getValue());
      }
      done = true;
    } finally {
      if (!done) {
        takeBack();
      }
    }
  }

  /// Where everything belongs, relative to the folder.
  private Map<ZipItem, Path> places() throws IOException {
    Map<ZipItem, Path> places = new LinkedHashMap<>();
    Set<Path> files = new HashSet<>();
    Set<Path> folders = new HashSet<>();
    for (ZipItem item : archive.items()) {
      Path place = place(item);
      boolean fresh = item.isFolder() ? !files.contains(place) : files.add(place);
      for (Path above = item.isFolder() ? place : place.getParent();
          above != null;
          above = above.getParent()) {
        folders.add(above);
        fresh &= !files.contains(above);
      }
      if (!fresh || (!item.isFolder() && folders.contains(place))) {
        throw refused(item, "is there twice, as a file and once more");
      }
      places.put(item, place);
    }
    return places;
  }

  private Path place(ZipItem item) throws IOException {
    if (item.isSpecial()) {
      throw refused(item, "is a link or a device, which are not unpacked");
    }
    String name =
        item.isFolder() ? item.name().substring(0, item.name().length() - 1) : item.name();
    if (name.startsWith("/") || name.matches("(?s)[A-Za-z]:.*")) {
      throw refused(item, "is an absolute path, which would leave the target folder");
    }
    if (name.indexOf('\\') >= 0 || name.indexOf('\0') >= 0) {
      throw refused(item, "has a backslash or a NUL in its name");
    }
    for (String part : name.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        throw refused(
            item,
            String.format(
                Locale.ROOT,
                "has '%s' in its path, which would leave it unclear where it goes",
                part));
      }
    }
    try {
      return folder.getFileSystem().getPath(name);
    } catch (InvalidPathException e) {
      throw refused(item, "has a name that this file system does not allow: " + e.getReason());
    }
  }

  private IOException refused(ZipItem item, String why) {
    return file.refused(
        item.headerAt(),
        String.format(Locale.ROOT, "%s %s; nothing was unpacked", Shown.name(item.name()), why));
  }

  // The folder itself was named by the user and may be a link.
  private void makeTarget() throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectory(folder);
      made.push(folder);
    }
  }

  private void put(ZipItem item, Path place) throws IOException {
    if (item.isFolder()) {
      makeFolders(place);
      return;
    }
    if (place.getParent() != null) {
      makeFolders(place.getParent());
    }
    Path target = folder.resolve(place);
    try (InputStream in = archive.content(item);
        OutputStream out = create(target)) {
      in.transferTo(out);
    }
    dress(item, target);
  }

  private OutputStream create(Path target) throws IOException {
    try {
      OutputStream out =
          Files.newOutputStream(
              target,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.WRITE,
              LinkOption.NOFOLLOW_LINKS);
      made.push(target);
      return out;
    } catch (FileAlreadyExistsException e) {
      throw new FileAlreadyExistsException(
          target.toString(), null, "exists already; unpack to another folder or remove it");
    }
  }

  private static void dress(ZipItem item, Path target) throws IOException {
    if ((item.mode() & OWNER_MAY_RUN) != 0) {
      boolean _ = target.toFile().setExecutable(true, false);
    }
    if (item.modified().isAfter(Instant.EPOCH)) {
      Path _ = Files.setLastModifiedTime(target, FileTime.from(item.modified()));
    }
  }

  /// Makes a folder and those above it, inside the target; a link that is there already is not
  /// followed.
  private void makeFolders(Path place) throws IOException {
    Path current = folder;
    for (Path part : place) {
      current = current.resolve(part);
      if (!Files.isDirectory(current, LinkOption.NOFOLLOW_LINKS)) {
        if (Files.exists(current, LinkOption.NOFOLLOW_LINKS)) {
          throw new FileSystemException(
              current.toString(), null, "is no folder, or a link, and is in the way; remove it");
        }
        Files.createDirectory(current);
        made.push(current);
      }
    }
  }

  private void takeBack() throws IOException {
    while (!made.isEmpty()) {
      Files.deleteIfExists(made.pop());
    }
  }
}
