package io.penstock.faults;

import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The message of an error, which has to name the cause, the file, and for a transfer the place in
/// it.
///
/// @param folder of the operation
/// @param place the file whose call failed first; empty at a rank that no call failed at, `socket`,
///   `ring`, `memory` or `mapping` for calls without a name
record Telling(Path folder, String place) {
  /// A file that takes another's place has a name of its own until then.
  private static final Pattern TEMPORARY = Pattern.compile("[.](.+)[.][0-9a-f]{16}[.]tmp");

  /// In the copy of a tree.
  private static final String ENTRY = "[.]penstock[.].+[.]tmp";

  /// The file of the ranks' shared position, which is all that it holds.
  private static final Pattern SMALL = Pattern.compile("[.]pos: ");

  private static final Set<Call> TRANSFERS =
      Set.of(
          Call.PREAD,
          Call.PREADV2,
          Call.PWRITE,
          Call.READ,
          Call.WRITE,
          Call.RING_READ,
          Call.RING_WRITE);

  /// Where a transfer has failed, or how long a file could not be made by a write of its last byte.
  private static final Pattern OFFSET =
      Pattern.compile("(offset|byte) [0-9]+|(to|after) [0-9]+ bytes");

  /// With whom there is no connection, or none any more.
  private static final Pattern PARTNER = Pattern.compile("rank [0-9]+|coordinator at |listen on ");

  boolean isClear(String said, Cell cell) {
    if (place.equals("socket")) {
      return PARTNER.matcher(said).find(); // the other end sees a silence, or an end
    }
    return cell.isToldBy(said)
        && (!place.startsWith("/") || names(said, cell.mayEndLater()))
        && (!TRANSFERS.contains(cell.call())
            || cell.after() instanceof Cell.Other
            || SMALL.matcher(said).find()
            || OFFSET.matcher(said).find());
  }

  /// A fault that lasts, or a second one, may end the operation at a later call, of another file.
  private boolean names(String said, boolean later) {
    return later ? said.contains(folder.toString()) : names().anyMatch(said::contains);
  }

  /// What stands for the file: its own name, the one that it would have got, and in the copy of a
  /// tree the entry that was copied.
  private Stream<String> names() {
    Path path = Path.of(place).normalize();
    String name = path.getFileName().toString();
    Matcher temporary = TEMPORARY.matcher(name);
    Path told =
        name.matches(ENTRY)
            ? path.resolveSibling("")
            : temporary.matches() ? path.resolveSibling(temporary.group(1)) : path;
    String copied = told.toString().replace(folder + "/copy", folder + "/tree");
    return Stream.of(place, path.toString(), told.toString(), copied);
  }
}
