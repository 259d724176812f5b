package io.penstock.cli.doctor;

import io.penstock.file.Profile;
import java.nio.file.Path;
import java.util.List;

/// The examination of a machine: every probe, in the order in which its findings are read.
public final class Checkup {
  private Checkup() {}

  /// Examines this machine. A fact that cannot be found out is a finding too, never an exception.
  ///
  /// @param home Penstock's own folder, which may hold a private Python and a private MPI
  /// @param folder an existing folder, as a real path, whose file system is examined
  public static List<Finding> of(Path home, Path folder) {
    MachineProbes machine = new MachineProbes(Path.of("/"));
    FileProbes files = new FileProbes(folder);
    SoftwareProbes software = new SoftwareProbes(home);
    return List.of(
        software.jdk(),
        software.nativeAccess(),
        machine.system(),
        machine.processors(),
        machine.memory(),
        machine.openFiles(),
        machine.lockedMemory(),
        files.fileSystem(machine.text("proc/self/mountinfo").orElse("")),
        files.directIo(),
        machine.cachestat(),
        MachineProbes.rings(),
        SoftwareProbes.profile(Profile.location()),
        software.codecs(),
        software.mpi(),
        software.compiler(),
        software.numpy(),
        software.maven());
  }
}
