/// Messages between processes over TCP.
@NullMarked
package io.penstock.message.tcp;

import org.jspecify.annotations.NullMarked;
