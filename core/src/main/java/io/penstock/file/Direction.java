package io.penstock.file;

/// Which way elements move.
enum Direction {
  READ {
    @Override
    Mover mover(Workspace space) {
      return space.reader;
    }
  },
  WRITE {
    @Override
    Mover mover(Workspace space) {
      return space.writer;
    }
  };

  abstract Mover mover(Workspace space);
}
