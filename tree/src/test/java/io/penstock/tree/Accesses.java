package io.penstock.tree;

import io.penstock.tree.folder.Folder;
import java.util.stream.Stream;

/// The ways in which a tree can be reached here, for contract tests.
final class Accesses {
  static final String USABLE = "io.penstock.tree.Accesses#usable";

  private Accesses() {}

  static Stream<Folder.Access> usable() {
    return Stream.concat(Folder.Access.byNativeCode().stream(), Stream.of(Folder.Access.byJava()));
  }

  static boolean isNative(Folder.Access access) {
    return Folder.Access.byNativeCode().filter(access::equals).isPresent();
  }
}
