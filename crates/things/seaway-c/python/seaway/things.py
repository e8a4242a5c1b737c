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
EXISTS, PUBLISHED, GONE = 1, 2, 3
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


class Transfer:
    """A transfer that goes on while the program computes. Holds the buffer until it is over."""

    def __init__(self, function, name, buffer, offset, writable):
        self._view = memoryview(buffer).cast("B")
        if writable and self._view.readonly:
            raise TypeError("the buffer is read-only")
        if self._view.nbytes == 0:
            self._memory, address = None, None
        elif self._view.readonly:
            # ctypes takes addresses of writable memory only.
            self._memory = bytes(self._view)
            address = ctypes.cast(ctypes.c_char_p(self._memory), ctypes.c_void_p)
        else:
            self._memory = (ctypes.c_char * self._view.nbytes).from_buffer(self._view)
            address = ctypes.cast(self._memory, ctypes.c_void_p)
        self._status = _Status()
        offset, size = ctypes.c_int64(offset), ctypes.c_int64(self._view.nbytes)
        _check(function(_name(name), address, offset, size, ctypes.byref(self._status)))

    def wait(self, milliseconds=FOREVER):
        """How many bytes were moved; None: it goes on."""
        code = _library.wait_thing(ctypes.byref(self._status), milliseconds)
        if code == _PENDING:
            return None
        self._memory = None
        _check(code)
        return self._status.bytes

    def __del__(self):
        status = getattr(self, "_status", None)
        if status is not None and status.transfer != 0:
            _library.wait_thing(ctypes.byref(status), FOREVER)


def start(root=None, shared=False):
    _check(_library.start_thing(None if root is None else os.fsencode(root), int(shared)))


def stop():
    _check(_library.stop_thing())


def create(name, kind, size):
    _check(_library.create_thing(_name(name), kind, ctypes.c_int64(size)))


def start_read(name, buffer, offset=0):
    return Transfer(_library.read_thing, name, buffer, offset, True)


def start_write(name, buffer, offset=0):
    return Transfer(_library.write_thing, name, buffer, offset, False)


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
