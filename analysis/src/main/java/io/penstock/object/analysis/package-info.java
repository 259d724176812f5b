/// What a stream of the JDK's serialization consists of: bytes by class, by field and by path, and
/// what leaving a field out would save, without loading a class that the stream names.
@NullMarked
package io.penstock.object.analysis;

import org.jspecify.annotations.NullMarked;
