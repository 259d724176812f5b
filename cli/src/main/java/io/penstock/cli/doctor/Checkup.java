package io.penstock.cli.doctor;

import io.penstock.file.Profile;
import java.nio.file.Path;
import java.util.List;

/// All probes, in the order in which a reader wants their answers.
public final class Checkup {
  private Checkup() {}

  /// Examines this machine.
  ///
  /// @param home Penstock's own folder, which may hold a private Python
  /// @param folder an existing folder, as a real path, whose file system is examined
  public static List<Finding> of(Path home, Path folder) {
    return probes(home, folder).stream().map(Probe::examine).toList();
  }

  private static List<Probe> probes(Path home, Path folder) {
    SystemFiles files = new SystemFiles(Path.of("/"));
    return List.of(
        new JdkProbe(),
        new NativeAccessProbe(),
        new SystemProbe(),
        new ProcessorProbe(files),
        new MemoryProbe(files),
        new LimitProbe(files, ResourceLimit.OPEN_FILES),
        new LimitProbe(files, ResourceLimit.LOCKED_MEMORY),
        new FileSystemProbe(files, folder),
        new DirectIoProbe(folder),
        new UringProbe(files),
        new CachestatProbe(),
        new ProfileProbe(Profile.location()),
        new CodecProbe(),
        new MpiProbe(home),
        new CompilerProbe(),
        new NumpyProbe(home),
        new MavenProbe(home));
  }
}
