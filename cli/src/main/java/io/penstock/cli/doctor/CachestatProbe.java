package io.penstock.cli.doctor;

/// Can the kernel say which pages of a file are cached?
final class CachestatProbe implements Probe {
  private static final String NAME = "cachestat";
  private static final KernelVersion FIRST = new KernelVersion(6, 5);

  @Override
  public Finding examine() {
    return KernelVersion.running().map(kernel -> kernel.isAtLeast(FIRST)).orElse(false)
        ? Finding.ok(NAME, "in this kernel")
        : Finding.note(
            NAME,
            "not in this kernel, the state of the page cache is asked page by page",
            "it needs Linux " + FIRST + " or later");
  }
}
