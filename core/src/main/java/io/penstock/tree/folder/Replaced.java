package io.penstock.tree.folder;

import java.io.IOException;
import java.util.List;

/// The attributes that a file takes over from the one that it replaces. Applied in this order,
/// because a change of owner takes away what comes behind it; see
/// [io.penstock.ffi.InodeAttributes]. Belongs to one thread.
public interface Replaced {
  void giveOwner(OpenFile to) throws IOException;

  void giveUserAttributes(OpenFile to) throws IOException;

  /// Permissions and the access control list; narrower ones where group or list could not be given.
  void givePermissions(OpenFile to) throws IOException;

  /// What could not be given: `owner 1000`.
  List<String> lost();
}
