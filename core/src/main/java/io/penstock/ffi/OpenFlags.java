package io.penstock.ffi;

/// The flags of open(2) that files are opened with, as one system numbers them. O_RDONLY, O_WRONLY
/// and O_RDWR are 0, 1 and 2 on all of them.
///
/// @param closeOnExec O_CLOEXEC
/// @param createNew O_CREAT | O_EXCL
/// @param noWait O_NONBLOCK
/// @param pastCache O_DIRECT; 0 where [LibC#bypassCache] does it alone
/// @param nameOnly O_PATH; 0 where a file cannot be found without being opened
public record OpenFlags(int closeOnExec, int createNew, int noWait, int pastCache, int nameOnly) {
  static final OpenFlags LINUX =
      new OpenFlags(
          LinuxHeaders.O_CLOEXEC,
          LinuxHeaders.O_CREAT | LinuxHeaders.O_EXCL,
          LinuxHeaders.O_NONBLOCK,
          LinuxHeaders.O_DIRECT,
          LinuxHeaders.O_PATH);

  static final OpenFlags MAC_OS =
      new OpenFlags(
          MacHeaders.O_CLOEXEC,
          MacHeaders.O_CREAT | MacHeaders.O_EXCL,
          MacHeaders.O_NONBLOCK,
          0,
          0);
}
