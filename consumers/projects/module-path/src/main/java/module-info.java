module consumer {
  requires io.penstock;
  requires io.penstock.text;
  requires io.penstock.tree;
  requires io.penstock.compress;
  requires io.penstock.zstd;
  requires io.penstock.object;
  requires io.penstock.analysis;
  requires io.penstock.message;
  requires io.penstock.mpi;
}
