package io.penstock.crooked.array;

import io.penstock.crooked.file.SeesItsEngine;

/// Breaks the arrows: arrays know nothing of files.
class UpwardArrow {
  SeesItsEngine[] files = {};
}
