package io.penstock.tree;

import io.penstock.tree.folder.Folder;

/// Copies that reach files in a certain way, which programs cannot choose.
public enum ChosenAccess {
  /// C functions.
  NATIVE {
    @Override
    Folder.Access access() {
      return Folder.Access.byNativeCode().orElseThrow();
    }
  },
  /// The JDK's.
  JAVA {
    @Override
    Folder.Access access() {
      return Folder.Access.byJava();
    }
  };

  abstract Folder.Access access();

  public FileCopy of(FileCopy copy) {
    return copy.withAccess(access());
  }

  public TreeCopy of(TreeCopy copy) {
    return copy.withAccess(access());
  }

  public TreeWalk of(TreeWalk walk) {
    return walk.withAccess(access());
  }
}
