package io.penstock.tree;

/// The size of a tree. A file with several names in the tree counts once.
///
/// @param folders how many folders, the root among them
/// @param files how many regular files
/// @param others how many links, pipes, sockets and devices
/// @param bytes the sizes of regular files and links
/// @param allocated what everything takes on its device, folders too; where the pure-Java path
///   cannot know it, the sizes again
/// @param report what else came of the walk
public record TreeTotal(
    long folders, long files, long others, long bytes, long allocated, TreeReport report) {}
