package io.penstock.evaluate.text;

/// Prints its argument: a program in Java can hardly do less.
public final class OneLine {
  private OneLine() {}

  /// Does it.
  ///
  /// @param arguments the line
  public static void main(String[] arguments) {
    System.out.println(arguments[0]);
  }
}
