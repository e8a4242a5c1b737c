# SPDX-License-Identifier: MIT OR Apache-2.0
"""Things: named bytes in the memory and on the disks of a space.

    from seaway import things
    things.start()
    things.create("S-xy-012", things.MEMORY, 8 * 1000)
    things.write("S-xy-012", numpy.arange(1000.0))
    buffer = numpy.empty(1000)
    things.read("S-xy-012", buffer)

Buffers are anything with the buffer protocol, contiguous; nothing is copied on the way. The library is SEAWAY_C_LIBRARY, or
else libseaway_c.so where the loader finds it.
"""

import ctypes
import os

MEMORY, DISK, FOREVER = 1, 2, -1
# Added to MEMORY: a second copy on another node, which takes over if the first is lost.
TWO_COPIES = 16
EXISTS, PUBLISHED, GONE = 1, 2, 3
SUM, PRODUCT, LEAST, GREATEST, AND, OR, XOR = range(1, 8)
INT32, INT64, FLOAT, DOUBLE = range(1, 5)
_PENDING = 100

_library = ctypes.CDLL(os.environ.get("SEAWAY_C_LIBRARY", "libseaway_c.so"))
_library.thing_error_text.restype = ctypes.c_char_p


class ThingError(OSError):
    """`code` is one of enum thing_code in seaway_thing.h."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class _Status(ctypes.Structure):
    _fields_ = [
        ("transfer", ctypes.c_int64),
        ("bytes", ctypes.c_int64),
        ("error", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
    ]


class _Info(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_int64),
        ("reserved", ctypes.c_int64),
        ("created", ctypes.c_int64),
        ("epoch", ctypes.c_uint64),
        ("kind", ctypes.c_int32),
        ("readers", ctypes.c_int32),
        ("writers", ctypes.c_int32),
        ("published", ctypes.c_int32),
        ("home", ctypes.c_char * 256),
    ]


def _check(code):
    if code != 0:
        raise ThingError(code, _library.thing_error_text().decode("utf-8", "replace"))


def _name(name):
    return name.encode("utf-8")


class _Buffer(ctypes.Structure):
    """Py_buffer of CPython: the one way to the address of read-only memory."""

    _fields_ = [
        ("start", ctypes.c_void_p),
        ("owner", ctypes.py_object),
        ("bytes", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("dimensions", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("suboffsets", ctypes.c_void_p),
        ("internal", ctypes.c_void_p),
    ]


class _Memory:
    """Contiguous memory of an object, which stays where it is until `release`."""

    def __init__(self, owner, writable):
        self._buffer = _Buffer()
        call = ctypes.pythonapi.PyObject_GetBuffer
        # PyBUF_WRITABLE is 1; PyBUF_SIMPLE, 0, stands for contiguous bytes.
        call(ctypes.py_object(owner), ctypes.byref(self._buffer), ctypes.c_int(1 if writable else 0))
        self.start, self.bytes = ctypes.c_void_p(self._buffer.start), self._buffer.bytes

    def release(self):
        if self._buffer is not None:
            ctypes.pythonapi.PyBuffer_Release(ctypes.byref(self._buffer))
            self._buffer = None


class Transfer:
    """A transfer that goes on while the program computes. Holds the buffer until it is over."""

    def __init__(self, buffer, writable, call):
        self._memory, self._status = _Memory(buffer, writable), _Status()
        try:
            _check(call(self._memory, ctypes.byref(self._status)))
        except (ThingError, ValueError):
            self._memory.release()
            raise

    def wait(self, milliseconds=FOREVER):
        """How many bytes were moved; None: it goes on."""
        code = _library.wait_thing(ctypes.byref(self._status), milliseconds)
        if code == _PENDING:
            return None
        self._memory.release()
        _check(code)
        return self._status.bytes

    def cancel(self):
        """Gives it up if nobody has begun with it. False: it is too late, wait for it."""
        code = _library.cancel_thing(ctypes.byref(self._status))
        if code == _PENDING:
            return False
        _check(code)
        self._memory.release()
        return True

    def __del__(self):
        status = getattr(self, "_status", None)
        if status is not None and status.transfer != 0:
            _library.wait_thing(ctypes.byref(status), FOREVER)
            self._memory.release()


def wait_all(transfers, milliseconds=FOREVER):
    """How many bytes each has moved; None: some go on."""
    transfers = [*transfers]
    statuses = (_Status * len(transfers))(*[transfer._status for transfer in transfers])
    code = _library.wait_all_thing(statuses, len(transfers), milliseconds)
    for transfer, status in zip(transfers, statuses):
        transfer._status = _copied(status)
        if status.transfer == 0:
            transfer._memory.release()
    if code == _PENDING:
        return None
    _check(code)
    return [transfer._status.bytes for transfer in transfers]


def wait_any(transfers, milliseconds=FOREVER):
    """The index of one that is over, whose wait() returns at once; None: all go on."""
    transfers = [*transfers]
    statuses = (_Status * len(transfers))(*[transfer._status for transfer in transfers])
    index = ctypes.c_int(-1)
    code = _library.wait_any_thing(statuses, len(transfers), milliseconds, ctypes.byref(index))
    if index.value < 0:
        if code != _PENDING:
            _check(code)
        return None
    transfers[index.value]._status = _copied(statuses[index.value])
    transfers[index.value]._memory.release()
    _check(code)
    return index.value


def _copied(status):
    return _Status(status.transfer, status.bytes, status.error, status.reserved)


def start(root=None, shared=False):
    _check(_library.start_thing(None if root is None else os.fsencode(root), int(shared)))


def stop():
    _check(_library.stop_thing())


def create(name, kind, size):
    _check(_library.create_thing(_name(name), kind, ctypes.c_int64(size)))


def create_at(name, kind, size, home):
    """On the node of this name, "near:NAME" or "round-robin"."""
    _check(_library.create_thing_at(_name(name), kind, ctypes.c_int64(size), _name(home)))


def create_striped(name, kind, size, stripes, block=1 << 20):
    """Blocks of `block` bytes are laid out over so many things, on one node after the other."""
    size, block = ctypes.c_int64(size), ctypes.c_int64(block)
    _check(_library.create_striped_thing(_name(name), kind, size, stripes, block))


def start_read(name, buffer, offset=0):
    return _start(_library.read_thing, name, buffer, offset, True)


def start_write(name, buffer, offset=0):
    return _start(_library.write_thing, name, buffer, offset, False)


def _start(function, name, buffer, offset, writable):
    offset = ctypes.c_int64(offset)
    return Transfer(
        buffer,
        writable,
        lambda memory, status: function(_name(name), memory.start, offset, ctypes.c_int64(memory.bytes), status),
    )


def start_read_list(name, buffer, pieces):
    """Pieces, pairs of offset and length, come one behind the other into the buffer."""
    return _start_list(_library.read_list_thing, name, buffer, pieces, True)


def start_write_list(name, buffer, pieces):
    return _start_list(_library.write_list_thing, name, buffer, pieces, False)


def _start_list(function, name, buffer, pieces, writable):
    pieces = [*pieces]
    offsets = (ctypes.c_int64 * len(pieces))(*[offset for offset, _ in pieces])
    lengths = (ctypes.c_int64 * len(pieces))(*[length for _, length in pieces])

    def call(memory, status):
        if sum(lengths) > memory.bytes:
            raise ValueError("the pieces have more bytes than the buffer")
        return function(_name(name), memory.start, len(pieces), offsets, lengths, status)

    return Transfer(buffer, writable, call)


def start_read_strided(name, buffer, offset, stride, block, count):
    """`count` blocks of `block` bytes, `stride` apart in the thing, come one behind the other into the buffer."""
    return _start_strided(_library.read_strided_thing, name, buffer, (offset, stride, block, count), True)


def start_write_strided(name, buffer, offset, stride, block, count):
    return _start_strided(_library.write_strided_thing, name, buffer, (offset, stride, block, count), False)


def _start_strided(function, name, buffer, blocks, writable):
    block, count = blocks[2], blocks[3]
    numbers = [ctypes.c_int64(number) for number in (block, *blocks)]

    def call(memory, status):
        if block * count > memory.bytes:
            raise ValueError("the blocks have more bytes than the buffer")
        return function(_name(name), memory.start, *numbers, status)

    return Transfer(buffer, writable, call)


def read(name, buffer, offset=0):
    return start_read(name, buffer, offset).wait()


def write(name, buffer, offset=0):
    return start_write(name, buffer, offset).wait()


def delete(name):
    _check(_library.delete_thing(_name(name)))


def rename(old, new, replace=False):
    _check(_library.rename_thing(_name(old), _name(new), int(replace)))


def resize(name, size):
    _check(_library.resize_thing(_name(name), ctypes.c_int64(size)))


def snapshot(names, prefix):
    """Copies things as they are at one moment, to names that begin with `prefix`."""
    names = [_name(name) for name in names]
    texts = (ctypes.c_char_p * len(names))(*names)
    _check(_library.snapshot_thing(texts, len(names), _name(prefix)))


def freeze(name):
    """From here on nobody can change it."""
    _check(_library.freeze_thing(_name(name)))


def exists(name):
    there = ctypes.c_int()
    _check(_library.exists_thing(_name(name), ctypes.byref(there)))
    return bool(there.value)


def _described(info):
    told = {field: getattr(info, field) for field, _ in _Info._fields_}
    return {**told, "home": info.home.decode("utf-8", "replace"), "published": bool(info.published)}


def stat(name):
    info = _Info()
    _check(_library.stat_thing(_name(name), ctypes.byref(info)))
    return _described(info)


def list(prefix=""):
    """Names and what stat says of them."""
    found = {}

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.POINTER(_Info), ctypes.c_void_p)
    def each(name, info, _):
        found[name.decode("utf-8")] = _described(info.contents)
        return 0

    _check(_library.list_thing(_name(prefix), each, None))
    return found


def wait_until(name, condition=EXISTS, milliseconds=FOREVER):
    _check(_library.wait_until_thing(_name(name), condition, milliseconds))


def sync(name):
    _check(_library.sync_thing(_name(name)))


def close(name):
    _check(_library.close_thing(_name(name)))


def fetch_and_add(name, offset, number):
    before = ctypes.c_int64()
    offset, number = ctypes.c_int64(offset), ctypes.c_int64(number)
    _check(_library.fetch_and_add_thing(_name(name), offset, number, ctypes.byref(before)))
    return before.value


def compare_and_swap(name, offset, expected, number):
    before = ctypes.c_int64()
    numbers = [ctypes.c_int64(value) for value in (offset, expected, number)]
    _check(_library.compare_and_swap_thing(_name(name), *numbers, ctypes.byref(before)))
    return before.value


def accumulate(name, offset, combination, number_type, numbers):
    """Combines a buffer of numbers with those at `offset`, each in one step."""
    memory = _Memory(numbers, False)
    try:
        count = ctypes.c_int64(memory.bytes // (4 if number_type in (INT32, FLOAT) else 8))
        offset = ctypes.c_int64(offset)
        _check(_library.accumulate_thing(_name(name), offset, combination, number_type, memory.start, count))
    finally:
        memory.release()


def version(name):
    """A number that grows with each change of the thing."""
    found = ctypes.c_int64()
    _check(_library.version_thing(_name(name), ctypes.byref(found)))
    return found.value


def watch(name, past=0, milliseconds=FOREVER):
    """Waits until the version is greater than `past`, and returns it; None: it was not, in time."""
    found = ctypes.c_int64()
    code = _library.watch_thing(_name(name), ctypes.c_int64(past), milliseconds, ctypes.byref(found))
    if code == _PENDING:
        return None
    _check(code)
    return found.value


class Lock:
    """A lock of the space, with a token greater than those of all who had it before. Use it with `with`."""

    def __init__(self, token):
        self.token = token

    def check(self):
        """Raises ThingError with code 103 if it was lost."""
        _check(_library.check_lock_thing(ctypes.c_int64(self.token)))

    def release(self):
        _check(_library.unlock_thing(ctypes.c_int64(self.token)))

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.release()


def lock(name, milliseconds=FOREVER):
    """Waits for the lock of this name; None: others had it all the time."""
    token = ctypes.c_int64()
    code = _library.lock_thing(_name(name), milliseconds, ctypes.byref(token))
    if code == _PENDING:
        return None
    _check(code)
    return Lock(token.value)
