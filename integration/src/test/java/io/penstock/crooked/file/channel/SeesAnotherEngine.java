package io.penstock.crooked.file.channel;

import io.penstock.crooked.file.posix.CallsNativeCode;

/// Breaks the arrows: engines never see each other.
public class SeesAnotherEngine extends CallsNativeCode {}
