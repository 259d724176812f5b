package io.penstock.crooked.file;

import io.penstock.crooked.array.Upright;
import io.penstock.crooked.file.channel.SeesAnotherEngine;

/// Breaks the arrows: engines are found, not named. To use arrays is its right.
public class SeesItsEngine {
  Upright array = new Upright();

  SeesAnotherEngine engine() {
    return new SeesAnotherEngine();
  }
}
