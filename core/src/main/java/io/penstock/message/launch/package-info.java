/// How the ranks of a job are told who they are, and how they find and trust each other.
@NullMarked
package io.penstock.message.launch;

import org.jspecify.annotations.NullMarked;
