package io.penstock.object;

import java.io.Serializable;

/// What a class of a user's extends.
class Numbered implements Serializable {
  private static final long serialVersionUID = 1;

  long id;
}
