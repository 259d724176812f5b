/// The machine that an evaluation runs on: facts about it, its page cache, its C compiler and its
/// Python.
@NullMarked
package io.penstock.evaluate.machine;

import org.jspecify.annotations.NullMarked;
