/// The chapter on objects as bytes: what it costs to save and load them, how many bytes they take,
/// and to find out why.
@NullMarked
package io.penstock.evaluate.objects;

import org.jspecify.annotations.NullMarked;
