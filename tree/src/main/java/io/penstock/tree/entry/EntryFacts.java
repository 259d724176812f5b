package io.penstock.tree.entry;

import java.time.Instant;

/// The attributes of an entry in the file system, at one moment.
///
/// @param type what it is
/// @param mode permissions and the bits set-user-ID, set-group-ID and sticky (inode(7))
/// @param owner the user's number, or -1 where there is none
/// @param group the group's number, or -1 where there is none
/// @param links how many names the file has, at least 1
/// @param size in bytes; of a link the length of its text
/// @param allocated bytes that it takes on its device; its size where the pure-Java path cannot
///   know
/// @param device with `inode` tells the file from all others of the machine
/// @param inode its number on its device
/// @param modified when its contents were changed
/// @param accessed when it was read
public record EntryFacts(
    EntryType type,
    int mode,
    int owner,
    int group,
    long links,
    long size,
    long allocated,
    long device,
    long inode,
    Instant modified,
    Instant accessed) {}
