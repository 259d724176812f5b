package io.penstock.report;

/// The area of a chart that data is drawn in, in a drawing's units.
record Frame(double left, double top, double right, double bottom) {
  double x(double place) {
    return left + place * (right - left);
  }

  /// Upwards, as a reader expects of larger figures.
  double y(double place) {
    return bottom - place * (bottom - top);
  }

  double width() {
    return right - left;
  }

  double height() {
    return bottom - top;
  }
}
