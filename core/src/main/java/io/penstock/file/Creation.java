package io.penstock.file;

/// A way of creating an array file.
///
/// @param appearance when it gets its name
/// @param allocation when it gets its place on the device
/// @param access how it is moved; its mode is [OpenMode#READ_WRITE]
public record Creation(Appearance appearance, Allocation allocation, Access access) {
  /// When a new file gets its name.
  public enum Appearance {
    /// When it is closed and complete, at once and durably; an older file of that name stays until
    /// then, and leaves its owner, group, permissions, access control list and user attributes to
    /// the new one, as far as the system lets this process; where it does not, the new one is no
    /// more open than the old one. Where the name is a symbolic link, the file that it leads to is
    /// replaced and the link stays. A device, a pipe or a socket is refused.
    WHEN_COMPLETE,
    /// The same, where there must be nothing of that name, neither now nor when it is closed.
    NEW_WHEN_COMPLETE,
    /// When it is created, so that other processes can fill it too. There must be no older file,
    /// and no link.
    AT_ONCE
  }

  /// When a new file gets its place on the device.
  public enum Allocation {
    /// When it is created: a full disk shows then, and writing is faster.
    RESERVED,
    /// When it is written: what is never written takes no place.
    SPARSE
  }

  /// Fixes the mode.
  public Creation {
    access = access.withMode(OpenMode.READ_WRITE);
  }

  /// Appears when complete, place reserved, this machine's defaults.
  public static Creation whenComplete() {
    return new Creation(Appearance.WHEN_COMPLETE, Allocation.RESERVED, Access.readWrite());
  }

  /// Appears when complete where there is nothing of its name, place reserved, this machine's
  /// defaults.
  public static Creation newWhenComplete() {
    return new Creation(Appearance.NEW_WHEN_COMPLETE, Allocation.RESERVED, Access.readWrite());
  }

  /// Appears at once, place reserved, this machine's defaults.
  public static Creation inPlace() {
    return new Creation(Appearance.AT_ONCE, Allocation.RESERVED, Access.readWrite());
  }

  /// The same with other access.
  public Creation withAccess(Access other) {
    return new Creation(appearance, allocation, other);
  }

  /// The same by another engine.
  public Creation withEngine(FileEngine engine) {
    return withAccess(access.withEngine(engine));
  }

  /// The same without reserving place.
  public Creation sparse() {
    return new Creation(appearance, Allocation.SPARSE, access);
  }
}
