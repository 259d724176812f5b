package io.penstock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

  /// Who listens and accepts nobody, in a folder that others may enter, would stop every launcher.
  @Test
  @Timeout(60)
  void oneWhoseListenerAcceptsNobodyIsNotWaitedFor() throws IOException {
    SocketFolder deaf = SocketFolder.in(parent);
    List<SocketChannel> waiting = new ArrayList<>();
    try (ServerSocketChannel _ = deaf.listen(1)) {
      while (waiting.isEmpty() || waiting.getLast().isConnected()) {
        SocketChannel caller = SocketChannel.open(StandardProtocolFamily.UNIX);
        SelectableChannel _ = caller.configureBlocking(false);
        waiting.add(caller);
        try {
          boolean _ = caller.connect(UnixDomainSocketAddress.of(deaf.socket()));
        } catch (SocketException _) {
          break; // there is no room for more
        }
      }
      assertThat(SocketFolder.in(parent).path()).exists();
      assertThat(deaf.socket()).exists();
    } finally {
      for (SocketChannel caller : waiting) {
        caller.close();
      }
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
