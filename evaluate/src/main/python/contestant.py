"""What every Python contestant shares: the protocol and the contents of a file in closed form.

A script defines `prepare(task, array)`, which returns a function that moves everything, and calls
`serve(prepare)`. `task` has the words of the order as attributes; `array` is a one-dimensional NumPy
array of the process's part of the file in native byte order.
"""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from urllib.parse import unquote

import numpy as np

TYPES = {"byte": "i1", "short": "i2", "char": "u2", "int": "i4", "long": "i8", "float": "f4", "double": "f8"}
STRIDE = np.uint64(0x9E3779B97F4A7C15)
SALT = 0xD1B54A32D192ED03
MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)
NO_NAN = np.uint64(0xBFFFFFFFBFFFFFFF)
STRIP_WORDS = 1 << 17
PAGE_BYTES = 4096


class Absent(Exception):
    """The task cannot be done here; the message says why."""


def words(indices, salt):
    """The words of these numbers of a little-endian file."""
    z = indices * STRIDE + np.uint64(salt * SALT % 2**64)
    z = (z ^ (z >> np.uint64(32))) * MULTIPLIER
    return (z ^ (z >> np.uint64(29))) & NO_NAN


def contents(position, length, salt):
    """The bytes of a little-endian file from `position` on."""
    first = position // 8
    last = -(-(position + length) // 8)
    image = words(np.arange(first, last, dtype=np.uint64), salt).view(np.uint8)
    return image[position - first * 8 :][:length]


class Stretch:
    """A part of a file that lies there side by side."""

    def __init__(self, first, count, width):
        self.count = count
        self.size = count * width
        self.start = first * width

    def position(self, at):
        """Where byte `at` of the array stands in the file."""
        return self.start + at

    def expected(self, at, length, salt):
        """What the array is to hold from byte `at` on."""
        return contents(self.start + at, length, salt)


class Part:
    """What a process has of an array that is dealt to all: 8 bytes each, row-major, without gaps."""

    def __init__(self, shape, indices):
        self.shape = shape
        self.indices = indices  # that it has of each axis
        self.extents = tuple(len(along) for along in indices)
        self.count = int(np.prod(self.extents))
        self.size = self.count * 8

    def elements(self, first, count):
        """Which elements of the file those of the array are."""
        places = np.unravel_index(np.arange(first, first + count), self.extents)
        element = np.zeros(count, dtype=np.uint64)
        for extent, indices, place in zip(self.shape, self.indices, places):
            element = element * np.uint64(extent) + indices[place]
        return element

    def position(self, at):
        return int(self.elements(at // 8, 1)[0]) * 8 + at % 8

    def expected(self, at, length, salt):
        return words(self.elements(at // 8, length // 8), salt).view(np.uint8)


def dealt(extent, processes, coordinate, dealing):
    """The indices of an axis that one of the processes along it has."""
    block = int(dealing[6:]) if dealing.startswith("cyclic") else max(1, -(-extent // processes))
    indices = np.arange(extent, dtype=np.uint64)
    return indices[indices // np.uint64(block) % np.uint64(processes) == coordinate]


def part(task):
    """What this process has of a distributed array."""
    if task.width != 8:
        raise Absent("this script deals arrays of 8 bytes for each element only")
    task.shape, task.grid = ([int(extent) for extent in word.split("x")] for word in (task.shape, task.grid))
    task.dealing = task.dealing.split(",")
    coordinates = np.unravel_index(task.rank, task.grid)
    return Part(task.shape, [dealt(*axis) for axis in zip(task.shape, task.grid, coordinates, task.dealing)])


def strips(task):
    """(offset in the array, length) of parts that fit into the processor's cache."""
    for at in range(0, task.part.size, STRIP_WORDS * 8):
        yield at, min(STRIP_WORDS * 8, task.part.size - at)


def by_all_processors(function, task):
    """The function's results for all strips, in their order; NumPy lets others run while it computes."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda strip: function(*strip), strips(task)))


def fill(task, array, salt, invert):
    image = array.view(np.uint8)

    def fill_strip(at, length):
        expected = task.part.expected(at, length, salt)
        image[at : at + length] = ~expected if invert else expected

    by_all_processors(fill_strip, task)


def difference(task, array, salt):
    image = array.view(np.uint8)

    def look(at, length):
        wrong = image[at : at + length] != task.part.expected(at, length, salt)
        if not wrong.any():
            return None
        where = at + int(wrong.argmax())
        return f"byte {where} of the array is not byte {task.part.position(where)} of {task.file}"

    return next(filter(None, by_all_processors(look, task)), None)


def cut(task, part):
    """Where the part of a process begins; parts begin at a page of the file."""
    if part == task.processes:
        return task.elements
    step = PAGE_BYTES // task.width
    return task.elements * part // task.processes // step * step


def read_task(line):
    task = SimpleNamespace(**{name: unquote(value) for name, value in (word.split("=", 1) for word in line.split(" "))})
    for name in ("elements", "threads", "processes", "rank"):
        setattr(task, name, int(getattr(task, name)))
    task.dtype = np.dtype(TYPES[task.type]).newbyteorder(">" if task.order == "big" else "<")
    task.width = task.dtype.itemsize
    task.first = cut(task, task.rank)
    task.count = cut(task, task.rank + 1) - task.first
    if task.access == "distributed":
        task.part = part(task)
    elif task.access == "sequential":
        task.part = Stretch(task.first, task.count, task.width)
    else:
        raise Absent("this script moves whole files and distributed arrays only")
    return task


class Contestant:
    def __init__(self, prepare, meet):
        self.prepare = prepare
        self.meet = meet

    def obey(self, line):
        order, _, rest = line.partition(" ")
        if order == "prepare":
            self.task = read_task(rest)
            self.array = np.empty(self.task.part.count, self.task.dtype.newbyteorder("="))
            self.array.view(np.uint8)[:] = 1
            self.move = self.prepare(self.task, self.array)
            return "ready"
        if order == "arm":
            fill(self.task, self.array, int(rest), invert=self.task.operation == "read")
            return "armed"
        if order == "run":
            self.array.view(np.uint8)[::PAGE_BYTES].sum()  # as the workers in Java and in C touch each page
            self.meet()
            start = time.monotonic_ns()
            result = self.move()
            end = time.monotonic_ns()
            if result is not None:
                self.array = result  # a way of reading that makes its own array
            return f"ran {start} {end}"
        if order == "verify":
            where = difference(self.task, self.array, int(rest))
            return f"wrong {where}" if where else "verified"
        return f"error no such order: {order}"


def serve(prepare, meet=lambda: None):
    """Does what standard input says until told to quit. `meet` waits for processes that move together; not timed."""
    contestant = Contestant(prepare, meet)
    answers = sys.stdout
    sys.stdout = sys.stderr  # what a script prints is not an answer
    for line in sys.stdin:
        line = line.rstrip("\n")
        if line == "quit":
            break
        try:
            answer = contestant.obey(line)
        except Absent as e:
            answer = f"absent {e}"
        except Exception as e:  # whatever it is, the evaluation is to hear of it
            answer = f"error {type(e).__name__}: {e}"
        answers.write(" ".join(answer.split()) + "\n")
        answers.flush()
