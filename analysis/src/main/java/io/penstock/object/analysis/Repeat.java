package io.penstock.object.analysis;

/// A string or an array of primitive values that a stream has more than once.
///
/// @param type `java.lang.String`, `int[]`
/// @param begin the first characters of a string, or of an array's bytes in hexadecimal
/// @param length of the content in bytes
/// @param times how often it stands in the stream
/// @param saved bytes that one object in place of all of them would save. Whether they may be one
///   is for the program to say: arrays can change
public record Repeat(String type, String begin, long length, long times, long saved) {}
