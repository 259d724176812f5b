"""A first use of NumPy: loads a `.npy` file of longs, and prints the nanoseconds from just before
NumPy's import to the array, and the sum of the numbers, each times an odd weight of its place.

Arguments: a raw file of longs, and the name of the `.npy` file that is made of it before.
"""

import sys
import time

source, target = sys.argv[1:3]
with open(source, "rb") as file:
    content = file.read()
header = f"{{'descr': '<i8', 'fortran_order': False, 'shape': ({len(content) // 8},), }}"
with open(target, "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little") + header.ljust(117).encode() + b"\n" + content)

start = time.perf_counter_ns()
import numpy

array = numpy.load(target)
nanos = time.perf_counter_ns() - start

words = array.view("<u8")
total = int((words * (2 * numpy.arange(len(words), dtype="<u8") + numpy.uint64(1))).sum())
print(nanos, total - (total >> 63 << 64))
