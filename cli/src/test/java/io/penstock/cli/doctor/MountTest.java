package io.penstock.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MountTest {
  private static final String MOUNTS =
      """
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      30 22 8:2 / /data rw,noatime shared:2 master:1 - xfs /dev/sdb1 rw,attr2
      31 22 0:9 / /data rw - overlay over rw
      32 22 0:8 /sub /with\\040blank\\134 ro - nfs4 server:/x rw
      nonsense
      33 22 0:8 / /cut rw -\
      """;

  @Test
  void theDeepestMountHoldsThePath() {
    assertThat(FileProbes.Mount.of(Path.of("/home/me"), MOUNTS))
        .contains(new FileProbes.Mount(Path.of("/"), "ext4", "/dev/sda1", "rw,relatime"));
  }

  @Test
  void aLaterMountCoversAnEarlierOneAtTheSamePlace() {
    assertThat(FileProbes.Mount.of(Path.of("/data/run"), MOUNTS))
        .contains(new FileProbes.Mount(Path.of("/data"), "overlay", "over", "rw"));
  }

  @Test
  void aNameThatOnlyBeginsAlikeIsAnotherPlace() {
    assertThat(FileProbes.Mount.of(Path.of("/database"), MOUNTS).map(FileProbes.Mount::type))
        .contains("ext4");
  }

  @Test
  void octalEscapesAreRead() {
    assertThat(FileProbes.Mount.of(Path.of("/with blank\\/x"), MOUNTS))
        .contains(new FileProbes.Mount(Path.of("/with blank\\"), "nfs4", "server:/x", "ro"));
  }

  @Test
  void nothingIsMountedInAnEmptyTable() {
    assertThat(FileProbes.Mount.of(Path.of("/"), "")).isEmpty();
  }
}
