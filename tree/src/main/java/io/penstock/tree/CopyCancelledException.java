package io.penstock.tree;

import java.io.IOException;

/// A copy that was told to stop. The target is as it was before, and what is not finished is gone.
public final class CopyCancelledException extends IOException {
  private static final long serialVersionUID = 1;

  CopyCancelledException() {
    super("the copy was cancelled");
  }
}
