package io.penstock.crooked.unheard;

/// Is in a package that the design does not know.
class WithoutArrows {}
