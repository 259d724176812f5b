package io.penstock.crooked.file.posix;

import java.lang.foreign.Arena;

/// Breaks the rule that arenas which threads share are made in one place.
class SharesMemory {
  Arena arena() {
    return Arena.ofShared();
  }
}
