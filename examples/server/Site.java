import io.penstock.tree.cache.CachedFile;
import io.penstock.tree.cache.FileCache;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The files below a folder, under the targets of requests. Safe for any thread.
///
/// Where a target leads is looked up once in the freshness: links that lead out of the folder are
/// seen then.
final class Site implements AutoCloseable {
  private static final Duration FRESHNESS = Duration.ofSeconds(1);

  /// More targets than this are forgotten together, and longer ones are looked up each time: clients
  /// may invent as many for one file as they like.
  private static final int MOST_TARGETS = 10_000;

  private static final int LONGEST_TARGET = 256;

  private final Path root;
  private final FileCache cache;
  private final ConcurrentHashMap<String, Page> pages = new ConcurrentHashMap<>();

  private Site(Path root, FileCache cache) {
    this.root = root;
    this.cache = cache;
  }

  static Site of(Path folder, long cacheBytes) throws IOException {
    return new Site(folder.toRealPath(), FileCache.of(cacheBytes, FRESHNESS));
  }

  /// Where a target leads.
  Page page(String target) throws Refusal {
    Optional<Page> known = Optional.ofNullable(pages.get(target));
    if (known.isPresent() && known.get().isFresh(FRESHNESS)) {
      return known.get();
    }
    Path path = path(target);
    Page page = known.filter(old -> old.path().equals(path)).orElseGet(() -> new Page(path));
    page.wasLookedUp();
    if (target.length() <= LONGEST_TARGET) {
      if (pages.size() >= MOST_TARGETS) {
        pages.clear();
      }
      pages.put(target, page);
    }
    return page;
  }

  /// The file of a page, as it is now.
  CachedFile open(Page page) throws Refusal {
    try {
      return cache.open(page.path());
    } catch (NoSuchFileException e) {
      throw missing();
    } catch (IOException e) {
      throw forbidden("the file cannot be read");
    }
  }

  /// The file that a target names, which lies below the root whatever links there are.
  private Path path(String target) throws Refusal {
    String name = decoded(target).substring(1);
    try {
      Path path = root.resolve(inside(Path.of(name).normalize()));
      boolean folder = Files.isDirectory(path);
      if (name.endsWith("/") && !folder) {
        throw missing();
      }
      Path real = (folder ? path.resolve("index.html") : path).toRealPath();
      if (!real.startsWith(root)) {
        throw forbidden("it leads out of the folder");
      }
      return real;
    } catch (AccessDeniedException e) {
      throw forbidden("it may not be looked at");
    } catch (InvalidPathException | IOException e) {
      throw missing();
    }
  }

  // Neither where the folder lies nor what it is called can be found out by a target that leads
  // through the folders above it.
  private static Path inside(Path relative) throws Refusal {
    if (relative.isAbsolute()) {
      throw missing();
    }
    if (relative.startsWith("..")) {
      throw forbidden("it leads out of the folder");
    }
    return relative;
  }

  private static Refusal missing() {
    return Refusal.of("404 Not Found", "there is no such file");
  }

  private static Refusal forbidden(String why) {
    return Refusal.of("403 Forbidden", why);
  }

  private static String decoded(String target) throws Refusal {
    if (target.indexOf('%') < 0 && target.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      return target;
    }
    byte[] bytes = target.getBytes(StandardCharsets.ISO_8859_1);
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      int value = bytes[i];
      if (value == '%') {
        int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
        int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          throw Refusal.of("400 Bad Request", "a % has no two hexadecimal digits behind it");
        }
        value = high << 4 | low;
        i += 2;
      }
      if (value == 0) {
        throw Refusal.of("400 Bad Request", "no file has a zero byte in its name");
      }
      bytes[length++] = (byte) value;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    cache.close();
  }
}
