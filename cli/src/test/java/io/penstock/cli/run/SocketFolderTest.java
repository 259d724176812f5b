package io.penstock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The folders at whose sockets launchers hear their ranks.
class SocketFolderTest {
  @TempDir Path parent;

  @Test
  void onlyItsUserCanEnterIt() throws IOException {
    SocketFolder folder = SocketFolder.in(parent);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
        .isEqualTo("rwx------");
  }

  @Test
  void oneWhoseLauncherIsGoneIsRemovedByTheNext() throws IOException {
    SocketFolder left = SocketFolder.in(parent);
    left.listen(1).close(); // as the end of the process does, which leaves the file
    assertThat(left.socket()).exists();
    SocketFolder next = SocketFolder.in(parent);
    assertThat(left.path()).doesNotExist();
    assertThat(next.path()).exists();
  }

  @Test
  void oneWhoseLauncherListensStays() throws IOException {
    SocketFolder used = SocketFolder.in(parent);
    try (ServerSocketChannel server = used.listen(1)) {
      assertThat(SocketFolder.in(parent)).isNotEqualTo(used);
      assertThat(used.socket()).exists();
      assertThat(server.accept().isOpen()).isTrue();
    }
  }

  @Test
  void oneThatIsBeingMadeAndWhatIsNoneStay() throws IOException {
    SocketFolder young = SocketFolder.in(parent);
    Path file = Files.createFile(parent.resolve("penstock-run-notes"));
    Path folder = Files.createDirectory(parent.resolve("penstock-running"));
    assertThat(SocketFolder.in(parent).path()).exists();
    assertThat(young.path()).exists();
    assertThat(file).exists();
    assertThat(folder).exists();
  }

  @Test
  void aFolderOfTheUsersWithAFileThatIsNoSocketStays() throws IOException {
    Path folder = Files.createDirectory(parent.resolve("penstock-run-results"));
    Path ranks = Files.writeString(folder.resolve("ranks"), "1 2 3");
    assertThat(SocketFolder.in(parent).path()).exists();
    assertThat(ranks).hasContent("1 2 3");
  }

  @Test
  void whatALinkLeadsToStays(@TempDir Path elsewhere) throws IOException {
    SocketFolder left = SocketFolder.in(elsewhere);
    left.listen(1).close();
    Files.createSymbolicLink(parent.resolve("penstock-run-link"), left.path());
    assertThat(SocketFolder.in(parent).path()).exists();
    assertThat(left.socket()).exists();
  }

  @Test
  void itIsRemovedWithItsSocket() throws IOException {
    SocketFolder folder = SocketFolder.in(parent);
    folder.listen(1).close();
    folder.remove();
    assertThat(parent).isEmptyDirectory();
  }
}
