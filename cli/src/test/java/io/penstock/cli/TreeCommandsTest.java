package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `copy` and `walk` beside `cp`, `find` and `du`.
class TreeCommandsTest {
  @TempDir private Path folder;
  private Path tree;

  @BeforeEach
  void makeTree() throws IOException {
    tree = Files.createDirectory(folder.resolve("tree"));
    Files.createDirectories(tree.resolve("d/e"));
    Files.writeString(tree.resolve("a.txt"), "contents");
    Files.writeString(tree.resolve("d/b.txt"), "more contents");
    Files.writeString(tree.resolve("d/e/c"), "");
    Files.createSymbolicLink(tree.resolve("link"), Path.of("a.txt"));
    Files.createLink(tree.resolve("d/again"), tree.resolve("a.txt"));
  }

  private static List<String> entries(String printed) {
    return Arrays.stream(printed.split("\0", -1)).sorted().toList();
  }

  @Test
  void entriesAreThoseOfFind() throws Exception {
    String root = tree.toString();
    Printed found = Printed.byTool("C", "find", root, "-print0");
    assertThat(entries(Printed.byPenstock("walk", "-0", root).bytes()))
        .isEqualTo(entries(found.bytes()));
    assertThat(CommandRun.of("walk", root, "--type", "f", "--name", "*.txt", "--sort").results())
        .isEqualTo(root + "/a.txt\n" + root + "/d/b.txt\n");
    assertThat(CommandRun.of("walk", root, "--type", "d", "--depth", "1", "--sort").results())
        .isEqualTo(root + "\n" + root + "/d\n");
    assertThat(CommandRun.of("walk", root, "--sizes", "--name", "b.txt").results())
        .isEqualTo("13\t" + root + "/d/b.txt\n");
    assertThat(CommandRun.of("walk", root, "--json", "--name", "link").results())
        .contains("\"type\" : \"link\"", "\"path\" : \"" + root + "/link\"");
  }

  @Test
  void totalsAreThoseOfDu() throws Exception {
    String root = tree.toString();
    String allocated = Printed.byTool("C", "du", "-s", "-B1", root).bytes().split("\t", 2)[0];
    CommandRun total = CommandRun.of("walk", root, "--total");
    assertThat(total.results())
        .isEqualTo(
            root + ": files 3, folders 3, others 1; 26 bytes, on the device " + allocated + "\n");
    assertThat(CommandRun.of("walk", root, "--total", "--json").results())
        .contains("\"allocated\" : " + allocated, "\"bytes\" : 26");
  }

  @Test
  void filesAndTreesAreCopiedAndSaid() throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    CommandRun file = CommandRun.of("copy", tree + "/a.txt", target.toString());
    assertThat(file.results()).isEqualTo(target + "/a.txt: 1 file, 8 bytes\n");
    assertThat(target.resolve("a.txt")).hasContent("contents");
    CommandRun all =
        CommandRun.of("copy", "-r", "--preserve", "all", tree.toString(), target.toString());
    assertThat(all.diagnostics()).isEmpty();
    assertThat(all.results()).isEqualTo(target + "/tree: 4 files, 3 folders, 1 link, 21 bytes\n");
    assertThat(target.resolve("tree/d/b.txt")).hasContent("more contents");
    assertThat(target.resolve("tree/link")).isSymbolicLink();
    CommandRun again =
        CommandRun.of("copy", "-r", "--resume", "--json", tree.toString(), target.toString());
    assertThat(again.results()).contains("\"unchanged\" : 4", "\"files\" : 0", "\"errors\" : 0");
    assertThat(CommandRun.of("copy", "--verify", tree + "/a.txt", target + "/new").status())
        .isZero();
    assertThat(target.resolve("new")).hasContent("contents");
  }

  @Test
  void whatCannotBeCopiedIsToldInOneLineAndTheRestIsCopied() throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    CommandRun run =
        CommandRun.of("copy", "missing", tree.toString(), tree + "/a.txt", target.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("penstock: missing: no such file"),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "penstock: " + tree + ": is a folder; add -r to copy what it holds"));
    assertThat(target.resolve("a.txt")).hasContent("contents");
    refused(1, "lies in it, or is it", "copy", "-r", tree.toString(), tree + "/d");
    refused(
        1, "is no folder, and there are several", "copy", tree + "/a.txt", tree + "/a.txt", "x");
    refused(2, "'colour' is nothing to preserve", "copy", "--preserve", "colour", "a", "b");
    refused(1, "is the target itself", "copy", tree + "/a.txt", tree.toString());
    refused(2, "", "copy", "a");
    refused(2, "'x' is no number of bytes", "copy", "--limit", "x", "a", "b");
    refused(1, "no such file", "walk", "missing");
    refused(2, "'x' is no type", "walk", "--type", "x", tree.toString());
    refused(2, "a bracket is not closed", "walk", "--name", "[", tree.toString());
  }

  @Test
  void noCopyOfACommandLineReplacesAnother() throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    Path other = Files.writeString(Files.createDirectory(folder.resolve("x")).resolve("a.txt"), "");
    CommandRun run = CommandRun.of("copy", tree + "/a.txt", other.toString(), target.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .isEqualTo(
            "penstock: %s: would replace the copy of %s/a.txt at %s/a.txt; copy it under another name\n"
                .formatted(other, tree, target));
    assertThat(target.resolve("a.txt")).hasContent("contents");
    Files.createDirectories(folder.resolve("y/tree"));
    Path second = Files.createDirectories(folder.resolve("y/tree"));
    CommandRun trees =
        CommandRun.of("copy", "-r", tree.toString(), second.toString(), target.toString());
    assertThat(trees.status()).isEqualTo(1);
    assertThat(trees.diagnostics()).startsWith("penstock: " + second + ": would replace the copy");
    assertThat(CommandRun.of("copy", other.toString(), target.toString()).status()).isZero();
  }

  @Test
  void aTreeThatWasCopiedToANewNameInPartIsCopiedOnThere() throws IOException {
    Path target = folder.resolve("new");
    assertThat(CommandRun.of("copy", "-r", "--resume", tree.toString(), target.toString()).status())
        .isZero();
    Files.delete(target.resolve("d/b.txt"));
    CommandRun again =
        CommandRun.of("copy", "-r", "-T", "--resume", tree.toString(), target.toString());
    assertThat(again.results()).startsWith(target + ": 1 file, 3 files that were there");
    assertThat(target.resolve("d/b.txt")).hasContent("more contents");
    assertThat(target.resolve("tree")).doesNotExist();
    refused(2, "leave -T out", "copy", "-T", tree + "/a.txt", tree + "/d/b.txt", target.toString());
    refused(1, "folder", "copy", "-T", tree + "/a.txt", target.toString());
  }

  @Test
  void aSlashBehindTheTargetMeansAFolder() throws IOException {
    String file = tree + "/a.txt";
    refused(1, "is no folder; make it first", "copy", file, folder + "/new/");
    assertThat(folder.resolve("new")).doesNotExist();
    refused(1, "is no folder; make it first", "copy", file, tree + "/d/b.txt/");
    CommandRun into = CommandRun.of("copy", file, tree + "/d/e/");
    assertThat(into.results()).isEqualTo(tree + "/d/e/a.txt: 1 file, 8 bytes\n");
    assertThat(tree.resolve("d/b.txt")).hasContent("more contents");
    assertThat(CommandRun.of("copy", "-r", tree.toString(), folder + "/new/").status()).isZero();
    assertThat(folder.resolve("new/a.txt")).hasContent("contents");
  }

  private static void refused(int status, String reason, String... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertThat(run.status()).as(String.join(" ", arguments)).isEqualTo(status);
    assertThat(run.results()).isEmpty();
    assertThat(run.diagnostics().lines()).singleElement().asString().contains(reason);
  }

  @Test
  void jsonOfSeveralFoldersIsOneDocument() throws IOException {
    Path one = Files.createDirectories(folder.resolve("one"));
    Path two = Files.createDirectories(folder.resolve("two"));
    Files.writeString(one.resolve("x"), "1");
    Files.writeString(two.resolve("y"), "2");
    for (String[] options : new String[][] {{}, {"--total"}, {"--sizes"}}) {
      List<String> line =
          new ArrayList<>(List.of("walk", "--json", one.toString(), two.toString()));
      line.addAll(List.of(options));
      CommandRun run = CommandRun.of(line.toArray(String[]::new));
      assertThat(run.status()).isZero();
      assertThat(run.results()).contains(one.toString(), two.toString());
      assertThat(documents(run.results())).isEqualTo(1);
    }
    CommandRun missing =
        CommandRun.of("walk", "--json", one.toString(), folder.resolve("missing").toString());
    assertThat(missing.status()).isEqualTo(1);
    assertThat(documents(missing.results())).isEqualTo(1);
  }

  private static int documents(String json) throws IOException {
    int documents = 0;
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      while (parser.nextToken() != null) {
        parser.skipChildren();
        documents++;
      }
    }
    return documents;
  }

  @Test
  void aCopyToADeviceGoesIntoIt() throws IOException {
    Path device = folder.resolve("device");
    Process made = new ProcessBuilder("mknod", device.toString(), "c", "1", "3").start();
    SpokenAssumption.that(made.onExit().join().exitValue() == 0, "no devices can be made here");
    CommandRun run =
        CommandRun.of(
            "copy", "--preserve", "all", tree.resolve("a.txt").toString(), device.toString());
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(Files.readAttributes(device, BasicFileAttributes.class).isOther()).isTrue();
  }
}
