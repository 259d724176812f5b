package io.penstock.tree;

/// Rules for the copy of a tree.
///
/// @param resume which of the files that are there stay
/// @param hardLinks whether names of one file become names of one file
record TreeRules(Resume resume, boolean hardLinks, Specials specials) {
  enum Resume {
    NOTHING,
    SAME_SIZE_AND_TIME,
    SAME_CONTENT
  }

  static final TreeRules PLAIN = new TreeRules(Resume.NOTHING, false, Specials.SKIP);
}
