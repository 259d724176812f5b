/// The `penstock` command.
module io.penstock.cli {
  requires static org.jspecify;
  requires io.penstock.analysis;
  requires io.penstock.compress;
  requires io.penstock.evaluate;
  requires io.penstock.libdeflate;
  requires io.penstock.lz4;
  requires io.penstock.mpi;
  requires io.penstock.report;
  requires io.penstock.text;
  requires io.penstock.tree;
  requires io.penstock.zstd;
  requires HdrHistogram;
  requires com.fasterxml.jackson.core;
  requires info.picocli;
  requires java.management; // whether the machine is busy
  requires jdk.management; // how much memory a control group leaves
  requires jdk.unsupported; // the option DIRECT
  requires re2j;

  opens io.penstock.cli to
      info.picocli;
}
