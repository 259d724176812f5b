package io.penstock.collective;

import io.penstock.file.Access;
import io.penstock.file.Creation;
import io.penstock.file.Format;
import io.penstock.file.Raw;
import io.penstock.message.Communicator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The collective opening and creation of a file: the ranks agree on its arguments, each does its
/// part, and where one fails all close the file again and leave nothing behind.
final class SharedOpening {
  private SharedOpening() {}

  /// Opens a file that is there.
  ///
  /// @param raw the contents of a raw file; null for one that describes itself
  static SharedArrayFile open(
      Communicator world, Path path, @Nullable Raw raw, Access access, Hints hints)
      throws IOException {
    Communicator ranks = world.duplicate();
    boolean opened = false;
    try {
      Agreement agreement = new Agreement(ranks, path);
      String format = raw == null ? "npy" : raw.toString();
      requireEqual(agreement, "open", path, format, access.mode().toString(), hints);
      Opened joined = Opened.join(agreement, path, raw, access, hints);
      SharedArrayFile file =
          new SharedArrayFile(
              agreement,
              path,
              joined,
              access,
              hints,
              Draft.ofOpened(path),
              sidecar(agreement, path));
      opened = true;
      return file;
    } finally {
      if (!opened) {
        ranks.close();
      }
    }
  }

  static SharedArrayFile create(
      Communicator world, Path path, Format format, Creation creation, Hints hints)
      throws IOException {
    Communicator ranks = world.duplicate();
    boolean created = false;
    try {
      Agreement agreement = new Agreement(ranks, path);
      String mode =
          String.format(Locale.ROOT, "%s, %s", creation.appearance(), creation.allocation());
      requireEqual(agreement, "create", path, format.toString(), mode, hints);
      Draft draft = Draft.make(agreement, path, format, creation);
      Opened joined = join(agreement, draft, format, creation.access(), hints);
      SharedArrayFile file =
          new SharedArrayFile(
              agreement,
              path,
              joined,
              creation.access(),
              hints,
              draft,
              sidecar(agreement, draft.file()));
      created = true;
      return file;
    } finally {
      if (!created) {
        ranks.close();
      }
    }
  }

  private static void requireEqual(
      Agreement agreement, String operation, Path path, String format, String mode, Hints hints) {
    Map<String, String> named = new LinkedHashMap<>();
    named.put("operation", operation);
    named.put("path", path.toAbsolutePath().normalize().toString());
    named.put("format", format);
    named.put("mode", mode);
    named.put("hints", hints.toString());
    agreement.requireEqual(named);
  }

  /// Opens a new file at all ranks, or removes it before any of them goes on.
  private static Opened join(
      Agreement agreement, Draft draft, Format format, Access access, Hints hints)
      throws IOException {
    boolean agreed = false;
    boolean opened = false;
    try {
      Raw raw = format instanceof Raw described ? described : null;
      Opened joined = Opened.join(agreement, draft.file(), raw, access, hints);
      opened = true;
      return joined;
    } catch (SharedFileException e) {
      agreed = true;
      throw e;
    } finally {
      if (!opened && agreement.isRoot()) {
        draft.takeBack();
      }
      if (agreed) {
        agreement.ranks().barrier();
      }
    }
  }

  private static Sidecar sidecar(Agreement agreement, Path file) {
    String agreed = agreement.texts(Sidecar.Name.ofThisProcess().text()).getFirst();
    return new Sidecar(file.resolveSibling(agreed));
  }
}
