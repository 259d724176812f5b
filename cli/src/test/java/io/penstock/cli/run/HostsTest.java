package io.penstock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostsTest {
  @TempDir private Path folder;

  @Test
  void ranksFillTheSlotsOfOneHostAfterAnotherAndBeginAnew() {
    Hosts hosts = Hosts.parse("node1:2, me@node2");
    assertThat(hosts.place(5)).containsExactly("node1", "node1", "me@node2", "node1", "node1");
    assertThat(hosts.place(1)).containsExactly("node1");
  }

  @Test
  void aFileHasAHostOnEachLine() throws IOException {
    Path file = folder.resolve("hosts");
    Files.writeString(file, "# the rack\nnode1 slots=2\n\n  node2:3  # slow\nnode3\n");
    assertThat(Hosts.read(file)).isEqualTo(Hosts.parse("node1:2,node2:3,node3"));
  }

  @Test
  void aWrongLineIsNamed() throws IOException {
    Path file = folder.resolve("hosts");
    Files.writeString(file, "node1\nnode2 slots=many\n");
    assertThatThrownBy(() -> Hosts.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(file + ", line 2: 'node2 slots=many' is not of the form host or host:4");
  }

  @Test
  void aFileWithoutHostsIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("hosts"));
    assertThatThrownBy(() -> Hosts.read(file)).hasMessage(file + " names no host");
  }

  @Test
  void whatIsNoTextIsNamed() throws IOException {
    Path file = Files.write(folder.resolve("hosts"), new byte[] {'a', (byte) 0xff, '\n'});
    assertThatThrownBy(() -> Hosts.read(file))
        .hasMessage(file + ": is no text; name a file with a host on each line");
    assertThatThrownBy(() -> Hosts.read(folder))
        .hasMessage(folder + ": cannot be read: Is a directory");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a,,b", "a:0", "a:x", "a:123456", "-oProxyCommand=sh", "-l", "a b"})
  void aWrongListIsRefused(String list) {
    assertThatThrownBy(() -> Hosts.parse(list)).isInstanceOf(IllegalArgumentException.class);
  }
}
