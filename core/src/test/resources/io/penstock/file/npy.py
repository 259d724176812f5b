"""NumPy's side of the comparison of NPY files. Files travel as hexadecimal digits, one line each.

write: writes the files of all types, orders, shapes and versions
check: reads files that hold 0, 1, 2, ... and says "ok", or what is wrong
describe: says how it reads headers
"""

import io
import sys

import numpy as np
from numpy.lib import format as npy

TYPES = ("bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 "
         "complex64 complex128").split()
SHAPES = [(), (0,), (1,), (3,), (100,), (2, 3), (0, 3), (3, 0), (1, 5), (2, 3, 4), (2, 0, 4),
          (2, 3, 4, 5), (2, 3, 0, 5), (1, 1, 1, 1)]
# Long headers: some of them would end at a multiple of 64 without any padding.
DEEP = {name: [(1,) * rank for rank in range(5, 32)] for name in ("int8", "complex128")}


def numbers(dtype, count):
    values = np.arange(count)
    return (values % 2 if dtype.kind == "b" else values).astype(dtype)


def line(dtype, shape, fortran, version, content):
    order = "big" if dtype.newbyteorder("=") != dtype else "little"
    if sys.byteorder == "big":
        order = "little" if order == "big" else "big"
    fields = (dtype.name, order, "x".join(map(str, shape)) or "scalar", fortran, version)
    print(*fields, content.hex())


def saved(array, version):
    out = io.BytesIO()
    if version is None:
        np.save(out, array)
    else:
        npy.write_array(out, array, version=(version, 0))
    return out.getvalue()


def explicit(dtype, shape, fortran, version):
    """The header as asked for, also where NumPy would call the array C-contiguous."""
    out = io.BytesIO()
    header = {"descr": npy.dtype_to_descr(dtype), "fortran_order": fortran, "shape": shape}
    write = npy.write_array_header_1_0 if version == 1 else npy.write_array_header_2_0
    write(out, header)
    return out.getvalue() + numbers(dtype, int(np.prod(shape))).tobytes()


def write():
    for name in TYPES:
        for order in "<>":
            dtype = np.dtype(name).newbyteorder(order)
            for shape in SHAPES + DEEP.get(name, []):
                for storage in "CF":
                    array = numbers(dtype, int(np.prod(shape))).reshape(shape, order=storage)
                    fortran = npy.header_data_from_array_1_0(array)["fortran_order"]
                    for version in (None, 1, 2, 3):
                        line(dtype, shape, fortran, version or 1, saved(array, version))
                    for version in (1, 2):
                        line(dtype, shape, storage == "F", version,
                             explicit(dtype, shape, storage == "F", version))


def check():
    for text in sys.stdin:
        name, order, shape, fortran, content = text.split()
        array = np.load(io.BytesIO(bytes.fromhex(content)))
        wanted = np.dtype(name).newbyteorder(order)
        extents = () if shape == "scalar" else tuple(map(int, shape.split("x")))
        layout = "F" if fortran == "True" else "C"
        numbers_wanted = numbers(wanted, array.size).reshape(extents, order=layout)
        if array.dtype != wanted or array.shape != extents:
            print("found", array.dtype, array.shape)
        elif not array.flags["F_CONTIGUOUS" if layout == "F" else "C_CONTIGUOUS"]:
            print("found another storage order")
        elif not np.array_equal(array, numbers_wanted):
            print("found", array.tolist())
        else:
            print("ok")


def describe():
    for text in sys.stdin:
        file = io.BytesIO(bytes.fromhex(text))
        version = npy.read_magic(file)
        # Version 3 differs from 2 in the encoding alone, and these headers are ASCII.
        read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        try:
            shape, fortran, dtype = read(file)
            line(dtype, shape, fortran, version[0], b"")
        except Exception as e:
            print("refused:", e)


{"write": write, "check": check, "describe": describe}[sys.argv[1]]()
