package io.penstock.tree.folder;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FolderCalls;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// The access control list of a file or folder (acl(5)).
final class AccessList {
  private static final byte[] NAME = "system.posix_acl_access".getBytes(StandardCharsets.US_ASCII);

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int LARGEST = 64 << 10; // XATTR_SIZE_MAX, linux/limits.h (v6.1)

  // linux/posix_acl_xattr.h and linux/posix_acl.h (v6.1): entries of a tag, permissions and a
  // number.
  private static final int HEADER = 4;
  private static final int ENTRY = 8;
  private static final int PERMISSIONS = 2;
  private static final int GROUP = 0x04;
  private static final int MASK = 0x10;

  private static final int ALL = 07;
  private static final int GROUP_BITS = 3;

  private AccessList() {}

  /// The mode that a file would have without its list: where there is one, the bits of the group
  /// are the most that anybody in the list may do, and the group's own permissions are in the list.
  ///
  /// @param mode that it has
  static int modeWithout(FolderCalls calls, int descriptor, int mode) throws IOException {
    if ((mode & (ALL << GROUP_BITS)) == 0) {
      return mode;
    }
    Block block = BufferPool.shared().take(LARGEST);
    try {
      MemorySegment list = block.memory();
      long name = calls.name(NAME);
      long length = calls.attribute(descriptor, name, list.address(), LARGEST);
      if (length == -Errno.ENODATA || Errno.saysUnsupported((int) -length)) {
        return mode;
      }
      PosixOpenFile.require("cannot read the access control list", length);
      int group = permissions(list, length, GROUP) & permissions(list, length, MASK);
      return (mode & ~(ALL << GROUP_BITS)) | (group << GROUP_BITS);
    } finally {
      block.release();
    }
  }

  /// Those of the entry with a tag; all where there is none.
  private static int permissions(MemorySegment list, long length, int tag) {
    for (long at = HEADER; at + ENTRY <= length; at += ENTRY) {
      if (list.get(SHORT, at) == tag) {
        return list.get(SHORT, at + PERMISSIONS) & ALL;
      }
    }
    return ALL;
  }
}
