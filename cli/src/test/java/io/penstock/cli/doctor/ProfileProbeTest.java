package io.penstock.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.doctor.Finding.Level;
import io.penstock.file.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is said of the defaults in force.
class ProfileProbeTest {
  @TempDir Path folder;

  @Test
  void withoutAProfileTheLibraryChooses() {
    Finding finding = SoftwareProbes.profile(folder.resolve("none"));
    assertThat(finding.level()).isEqualTo(Level.OK);
    assertThat(finding.value()).contains("the library's own choice");
  }

  @Test
  void aProfileIsShownWithItsPlaceAndTheWayToRemoveIt() throws IOException {
    Path file = folder.resolve("profile.properties");
    new Profile("mapped", 2, 1, 1 << 20).save(file);
    Finding finding = SoftwareProbes.profile(file);
    assertThat(finding.level()).isEqualTo(Level.NOTE);
    assertThat(finding.value())
        .isEqualTo(
            file + ": engine mapped, threads 2 for reads and 1 for writes, chunks of 1024 KiB");
    assertThat(finding.remedy()).isEqualTo("to do without it: rm '" + file + "'");
  }

  @Test
  void aProfileThatCannotBeUnderstoodIsShownToo() throws IOException {
    Path file = Files.writeString(folder.resolve("profile.properties"), "readThreads=many\n");
    Finding finding = SoftwareProbes.profile(file);
    assertThat(finding.level()).isEqualTo(Level.NOTE);
    assertThat(finding.value()).contains("cannot be used", file.toString(), "many");
    assertThat(finding.remedy()).contains("rm '" + file + "'");
  }
}
