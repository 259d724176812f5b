package io.penstock.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.doctor.Finding.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The probes that read a kernel's own files, over files made here.
class KernelProbesTest {
  @TempDir private Path root;

  @Test
  void aLimitThatIsTooLowComesWithItsRemedy() throws IOException {
    limits("Max open files            256                  4096                 files");
    assertThat(probes().openFiles())
        .isEqualTo(Finding.note("open files", "256", "raise it with ulimit -n"));
  }

  @Test
  void anUnlimitedLimitIsFine() throws IOException {
    limits("Max locked memory         unlimited            unlimited            bytes");
    assertThat(probes().lockedMemory()).isEqualTo(Finding.ok("locked memory", "unlimited"));
  }

  @Test
  void aLimitInBytesIsWrittenForAReader() throws IOException {
    limits("Max locked memory         67108864             67108864             bytes");
    assertThat(probes().lockedMemory().value()).isEqualTo("64.0 MiB");
  }

  @Test
  void aSystemWithoutLimitsFileIsNoFault() {
    assertThat(probes().openFiles().level()).isEqualTo(Level.OK);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"0;1", "0-3;4", "0-1,4,6-7;5"})
  void onlineProcessorsAreCounted(String list, int count) {
    assertThat(MachineProbes.processors(list)).contains(count);
  }

  @Test
  void aListOfProcessorsThatIsNoneCountsNothing() {
    assertThat(MachineProbes.processors("all")).isEmpty();
  }

  @Test
  void processorsThatAreWithheldAreSaid() throws IOException {
    write("sys/devices/system/cpu/online", "0-4095");
    Finding finding = probes().processors();
    assertThat(finding.level()).isEqualTo(Level.NOTE);
    assertThat(finding.value()).endsWith(" of 4096");
  }

  @Test
  void memoryThatIsWithheldIsSaid() throws IOException {
    write("proc/meminfo", "MemTotal:       1099511627776 kB\nMemFree: 1 kB\n");
    Finding finding = probes().memory();
    assertThat(finding.level()).isEqualTo(Level.NOTE);
    assertThat(finding.value()).contains(" of 1.0 PiB");
  }

  @ParameterizedTest
  @CsvSource({"6.18.44-fc, 6, 18", "5.10, 5, 10", "4.19.0-27-amd64, 4, 19"})
  void kernelVersionsAreRead(String release, int major, int minor) {
    assertThat(MachineProbes.isAtLeast(release, major, minor)).isTrue();
    assertThat(MachineProbes.isAtLeast(release, major, minor + 1)).isFalse();
  }

  @Test
  void kernelVersionsAreOrderedByNumbers() {
    assertThat(MachineProbes.isAtLeast("6.10", 6, 5)).isTrue();
    assertThat(MachineProbes.isAtLeast("5.19", 6, 5)).isFalse();
  }

  private MachineProbes probes() {
    return new MachineProbes(root);
  }

  private void limits(String row) throws IOException {
    write(
        "proc/self/limits",
        "Limit                     Soft Limit           Hard Limit           Units\n"
            + row
            + "     \n");
  }

  private void write(String path, String text) throws IOException {
    Files.createDirectories(root.resolve(path).getParent());
    Files.writeString(root.resolve(path), text);
  }
}
