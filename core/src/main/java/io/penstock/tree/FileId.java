package io.penstock.tree;

/// What tells a file from all others of the machine while it exists.
record FileId(long device, long inode) {}
