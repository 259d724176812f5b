package io.penstock.crooked.file.posix;

import java.lang.foreign.FunctionDescriptor;

/// Breaks the rule that one package calls native code.
public class CallsNativeCode {
  FunctionDescriptor descriptor = FunctionDescriptor.ofVoid();
}
