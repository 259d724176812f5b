/// Which elements: types, shapes, selections of elements, and packing them to and from bytes.
///
/// Nothing here touches a file. [io.penstock.array.Elements] name memory of any type. Selections
/// are values and may be shared by any thread. The kernels that move elements are generated from
/// one template, `src/main/templates/Kernel.java.template`: change that, never a copy.
@NullMarked
package io.penstock.array;

import org.jspecify.annotations.NullMarked;
