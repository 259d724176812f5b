package io.penstock.tree;

import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.nio.file.Path;

/// A program that copies a file or a tree and says what came of it.
final class FaultyCopies {
  private FaultyCopies() {}

  /// Arguments: how files are reached, `native` or `java`; the source; the target.
  public static void main(String[] arguments) {
    Folder.Access access =
        arguments[0].equals("native")
            ? Folder.Access.byNativeCode().orElseThrow()
            : Folder.Access.byJava();
    Path source = Path.of(arguments[1]);
    Path target = Path.of(arguments[2]);
    try {
      if (source.toFile().isDirectory()) {
        TreeCopyReport report = TreeCopy.of(source, target).withAccess(access).durable().run();
        System.out.println("files " + report.files() + ", errors " + report.errors());
        report.first().forEach(error -> System.out.println(error.getMessage()));
      } else {
        long bytes = FileCopy.of(source, target).withAccess(access).durable().run();
        System.out.println("copied " + bytes);
      }
    } catch (IOException e) {
      System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }
}
