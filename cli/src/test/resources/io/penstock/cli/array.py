"""NumPy's side of the comparison of the verb array. Arrays travel as .npy files in a folder.

slices, stats, casts: FOLDER SEED writes in0.npy, in1.npy, ... and prints a line for each
check-slices, check-casts: FOLDER reads such lines, compares out0.npy, out1.npy, ... and prints
"ok" or what is wrong
"""

import sys

import numpy as np

TYPES = ("bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 "
         "complex64 complex128").split()


def whole(name):
    return np.dtype(name).kind in "biu"


def limits(name):
    """The numbers that a type holds, with a margin where they are rounded."""
    if name == "bool":
        return 0, 1
    if whole(name):
        return int(np.iinfo(name).min), int(np.iinfo(name).max)
    return {"float16": (-60000, 60000)}.get(name, (-10**30, 10**30))


def numbers(random, name, count, low, high):
    """Random numbers of a type within limits, small ones and zeros among them."""
    if whole(name):
        return random.integers(low, high, count, dtype=name, endpoint=True)
    span = random.random(count) * 10.0 ** random.integers(-6, 20, count)
    real = np.clip(span, 0, min(-low, high) if low < 0 else high)
    if low < 0:
        real = real * random.choice([-1, 1], count)
    real[random.random(count) < 0.1] = 0
    part = np.dtype(name).type(0).real.dtype.type
    limit = np.nextafter(part(high), part(0))
    real = np.clip(real.astype(part), -limit, limit)
    if np.dtype(name).kind == "c":
        return (real + 1j * random.normal(size=count)).astype(name)
    return real


def array(random, name, shape):
    low, high = limits(name)
    values = numbers(random, name, int(np.prod(shape)), low, high)
    return laid_out(random, values.reshape(shape))


def laid_out(random, values):
    dtype = values.dtype.newbyteorder(random.choice(["<", ">"]))
    return np.asarray(values, dtype=dtype, order=random.choice(["C", "F"]))


def slice_part(random, extent):
    def bound():
        return str(random.integers(-extent - 2, extent + 3)) if random.random() < 0.7 else ""

    if extent > 0 and random.random() < 0.2:
        return str(random.integers(-extent, extent))
    step = random.choice(["", ":", ":1", ":2", ":3", ":-1", ":-2", ":-7", ":1000"])
    return bound() + ":" + bound() + step


def slice_parts(random, shape):
    parts = [slice_part(random, extent) for extent in shape]
    if random.random() < 0.3:
        first = random.integers(0, len(parts) + 1)
        last = random.integers(first, len(parts) + 1)
        parts[first:last] = ["..."]
    elif len(parts) > 1:
        parts = parts[:random.integers(1, len(parts) + 1)]
    return ",".join(parts) or "..."


def slices(folder, seed):
    random = np.random.default_rng(int(seed))
    for i in range(160):
        shape = tuple(random.integers(0 if random.random() < 0.1 else 1, 9, random.integers(0, 5)))
        shape = (1300, 1100) if i % 40 == 0 else shape
        np.save(f"{folder}/in{i}.npy", array(random, TYPES[i % len(TYPES)], shape))
        print(i, slice_parts(random, shape))


def equal(found, wanted):
    if found.dtype != wanted.dtype or found.shape != wanted.shape:
        return f"{found.dtype} {found.shape} where {wanted.dtype} {wanted.shape} should be"
    if not np.array_equal(found, wanted, equal_nan=wanted.dtype.kind in "fc"):
        return f"other numbers: {found[found != wanted][:5]}, not {wanted[found != wanted][:5]}"
    return "ok"


def check_slices(folder):
    for line in sys.stdin:
        i, text = line.rstrip("\n").split(" ", 1)
        source = np.load(f"{folder}/in{i}.npy")
        # With an ellipsis a single element is an array too, and keeps its byte order.
        wanted = eval(f"source[{text}]" if "..." in text else f"source[{text},...]")
        print(equal(np.load(f"{folder}/out{i}.npy"), wanted))


def stats(folder, seed):
    random = np.random.default_rng(int(seed))
    for i in range(4 * len(TYPES)):
        name = TYPES[i % len(TYPES)]
        shape = (1, 37, 5000, 1_500_000)[i // len(TYPES)]
        values = array(random, name, (shape,))
        if np.dtype(name).kind == "f" and shape > 1:
            values[::7] = np.nan
            values[::11] = np.inf
        np.save(f"{folder}/in{i}.npy", values)
        parts = [values.real, values.imag] if np.dtype(name).kind == "c" else [values]
        print(";".join(summary(part) for part in parts))


def summary(values):
    finite = values[np.isfinite(values)]
    exact = np.longdouble if whole(values.dtype.name) else np.float64
    wide = finite.astype(exact)
    zeros, nan, infinite = (values == 0).sum(), np.isnan(values).sum(), np.isinf(values).sum()
    low, high = (str(int(x)) if whole(values.dtype.name) else repr(float(x))
                 for x in (finite.min(), finite.max()))
    return ",".join(map(str, (values.size, nan, infinite, zeros, low, high, float(wide.mean()),
                              float(wide.std()))))


def both(source, target):
    """Limits within which a number of the one type is one of the other's."""
    if target == "bool":
        return limits(source)
    if source == "bool":
        return 0, 1
    low, high = (f(a, b) for f, a, b in zip((max, min), limits(source), limits(target)))
    return low, high


def casts(folder, seed):
    random = np.random.default_rng(int(seed))
    i = 0
    for source in TYPES:
        for target in TYPES:
            values = numbers(random, source, 3000, *both(source, target))
            if target == "float16" and source == "float64":
                values = midpoints(random)
            np.save(f"{folder}/in{i}.npy", laid_out(random, values.reshape(50, -1)))
            print(i, target, random.choice(["little", "big"]), random.choice(["c", "fortran"]))
            i += 1


def midpoints(random):
    """Numbers next to the middle of two neighbours in half precision."""
    halves = random.normal(size=3000).astype("float16").astype("float64")
    halves *= (1, 1e-6)[random.integers(0, 2)]
    near = halves.astype("float16")
    middle = (near.astype("float64") + np.nextafter(near, np.float16(9)).astype("float64")) / 2
    return middle + random.choice([-1, 0, 1], 3000) * 1e-14


def check_casts(folder):
    for line in sys.stdin:
        i, target, order, storage = line.split()
        source, found = np.load(f"{folder}/in{i}.npy"), np.load(f"{folder}/out{i}.npy")
        dtype = np.dtype(target).newbyteorder("<" if order == "little" else ">")
        laid = found.flags["F_CONTIGUOUS" if storage == "fortran" else "C_CONTIGUOUS"]
        print(equal(found, source.astype(dtype)) if laid else "another storage order")


np.seterr(all="ignore")
{"slices": slices, "check-slices": check_slices, "stats": stats, "casts": casts,
 "check-casts": check_casts}[sys.argv[1]](*sys.argv[2:])
