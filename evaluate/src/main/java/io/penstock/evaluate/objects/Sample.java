package io.penstock.evaluate.objects;

import java.io.Serializable;

/// An object that is saved and loaded.
interface Sample extends Serializable {
  /// Whether another has the same contents.
  boolean isLike(Object other);
}
