package io.penstock.evaluate.run;

/// Bytes that lie side by side both in the array and in the file.
///
/// @param inArray offset in the array, in bytes
/// @param inFile offset in the file
/// @param length in bytes
public record Piece(long inArray, long inFile, long length) {}
