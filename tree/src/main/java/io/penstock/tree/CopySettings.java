package io.penstock.tree;

import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// The settings of a copy: rate, verification, durability and notices.
///
/// @param limit bytes a second; [Long#MAX_VALUE] for none
/// @param progress told of bytes that were copied; says whether to go on
/// @param verified whether what was written is read back and compared
/// @param durable whether a copy survives a loss of power once it is there
/// @param notices told of what a copy could not keep of the file that it replaces
record CopySettings(
    Set<Preserved> preserved,
    long limit,
    @Nullable LongPredicate progress,
    boolean verified,
    boolean durable,
    @Nullable Consumer<EntryException> notices) {
  static final CopySettings PLAIN =
      new CopySettings(Set.of(), Long.MAX_VALUE, null, false, false, null);

  CopySettings {
    preserved = Set.copyOf(preserved);
    if (limit < 1) {
      throw new IllegalArgumentException("a limit of " + limit + " bytes a second");
    }
  }

  boolean keeps(Preserved what) {
    return preserved.contains(what);
  }

  /// Whether permissions are those that the system gives, but apply to another owner or group.
  boolean keepsOwnerAlone() {
    return keeps(Preserved.OWNER) && !keeps(Preserved.MODE);
  }

  CopySettings preserving(Set<Preserved> kept) {
    return new CopySettings(kept, limit, progress, verified, durable, notices);
  }

  CopySettings withLimit(long bytesPerSecond) {
    return new CopySettings(preserved, bytesPerSecond, progress, verified, durable, notices);
  }

  CopySettings withProgress(LongPredicate told) {
    return new CopySettings(preserved, limit, told, verified, durable, notices);
  }

  CopySettings withVerification() {
    return new CopySettings(preserved, limit, progress, true, durable, notices);
  }

  CopySettings withDurability() {
    return new CopySettings(preserved, limit, progress, verified, true, notices);
  }

  CopySettings withNoticesTo(Consumer<EntryException> told) {
    return new CopySettings(preserved, limit, progress, verified, durable, told);
  }
}
