package io.penstock.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.doctor.Finding.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderProbesTest {
  @TempDir private Path folder;

  @Test
  void theFileSystemIsNamedWithItsFreeSpace() throws IOException {
    Finding finding = new FileProbes(folder.toRealPath()).fileSystem(mounts());
    assertThat(finding.level()).isNotEqualTo(Level.MISSING);
    assertThat(finding.value())
        .startsWith(Files.getFileStore(folder).type())
        .contains("iB free", folder.toRealPath().toString());
  }

  @Test
  void withoutAFolderNothingWorks() {
    Finding finding = new FileProbes(folder.resolve("none")).fileSystem(mounts());
    assertThat(finding.level()).isEqualTo(Level.MISSING);
    assertThat(finding.remedy()).contains("--dir");
  }

  @Test
  void whereNoFileCanBeMadeDirectInputAndOutputIsRefused() {
    Finding finding = new FileProbes(folder.resolve("none")).directIo();
    assertThat(finding.level()).isEqualTo(Level.NOTE);
    assertThat(finding.value()).isEqualTo("refused here: no file can be made");
  }

  private static String mounts() {
    return new MachineProbes(Path.of("/")).text("proc/self/mountinfo").orElse("");
  }
}
