/// The engine that works everywhere: the JDK's own file channels, without native access.
@NullMarked
package io.penstock.file.channel;

import org.jspecify.annotations.NullMarked;
