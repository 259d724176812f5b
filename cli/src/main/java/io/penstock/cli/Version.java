package io.penstock.cli;

import java.lang.module.ModuleDescriptor;
import picocli.CommandLine.IVersionProvider;

/// The version that the build wrote into this module's descriptor.
final class Version implements IVersionProvider {
  static String text() {
    ModuleDescriptor descriptor = Version.class.getModule().getDescriptor();
    return descriptor == null ? "unknown" : descriptor.rawVersion().orElse("unknown");
  }

  @Override
  public String[] getVersion() {
    return new String[] {"penstock " + text() + " (JDK " + Runtime.version() + ")"};
  }
}
