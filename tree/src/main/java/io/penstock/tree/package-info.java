/// Copies files and trees, and walks through trees.
///
/// Names are bytes, as the system has them. What lies in a tree is reached from open folders by
/// single names, and no link is followed.
@NullMarked
package io.penstock.tree;

import org.jspecify.annotations.NullMarked;
