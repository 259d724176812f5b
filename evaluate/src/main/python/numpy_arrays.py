"""Array files by NumPy: as `np.fromfile`, `ndarray.tofile`, `readinto` and `np.memmap` move them.

The task's word `way` names one of the four. One thread: Python moves an array in one call.
"""

import numpy as np

from contestant import Absent, serve


def fromfile(task, array):
    def move():
        read = np.fromfile(task.file, task.dtype, task.count, offset=task.first * task.width)
        return read if task.dtype.isnative else read.astype(array.dtype)

    return move


def readinto(task, array):
    def move():
        with open(task.file, "rb", buffering=0) as file:
            file.seek(task.first * task.width)
            view = memoryview(array).cast("B")
            while len(view) > 0:
                view = view[file.readinto(view) :]
        if not task.dtype.isnative:
            array.byteswap(inplace=True)

    return move


def memmap(task, array):
    mode = "r" if task.operation == "read" else "r+"

    def move():
        offset = task.first * task.width
        image = np.memmap(task.file, task.dtype, mode, offset=offset, shape=(task.count,))
        if task.operation == "read":
            array[:] = image
        else:
            image[:] = array

    return move


def tofile(task, array):
    def move():
        with open(task.file, "r+b" if task.new != "true" else "wb") as file:
            file.seek(task.first * task.width)
            (array if task.dtype.isnative else array.byteswap()).tofile(file)

    return move


READS = {"fromfile": fromfile, "readinto": readinto, "memmap": memmap}
WRITES = {"tofile": tofile, "memmap": memmap}


def prepare(task, array):
    if task.threads != 1:
        raise Absent("NumPy moves an array by one thread")
    if task.access != "sequential":
        raise Absent("NumPy moves files from their beginning to their end only")
    task.new = getattr(task, "new", "")
    ways = READS if task.operation == "read" else WRITES
    if task.way not in ways:
        raise Absent(f"NumPy has no {task.way} to {task.operation} with")
    return ways[task.way](task, array)


serve(prepare)
