# SPDX-License-Identifier: MIT OR Apache-2.0
"""The module seaway.things: buffers go to things and come back."""
import array

from seaway import things


def fails(code, call, *arguments):
    try:
        call(*arguments)
    except things.ThingError as error:
        assert error.code == code and str(error), (error.code, str(error))
        return
    raise AssertionError("no error")


fails(101, things.create, "early", things.MEMORY, 1)
things.start()
out = array.array("d", [1.5 * i for i in range(1000)])
for kind in (things.MEMORY, things.DISK):
    things.create("P", kind, 8000)
    fails(2, things.create, "P", kind, 0)
    assert things.write("P", out) == 8000
    back = array.array("d", bytes(8000))
    transfer = things.start_read("P", back)
    assert transfer.wait() == 8000 and back == out
    assert things.write("P", b"read-only bytes", 8000) == 15
    assert things.stat("P")["size"] == 8015 and list(things.list("P")) == ["P"]
    writes = [things.start_write("P", out, 8000 * part) for part in range(1, 4)]
    assert things.wait_all(writes) == [8000] * 3 and things.wait_all([]) == []
    reads = [things.start_read("P", array.array("d", bytes(80)), 8000) for _ in range(3)]
    for _ in range(3):
        index = things.wait_any(reads)
        del reads[index]
    column = array.array("d", bytes(800))
    assert things.start_read_strided("P", column, 8000, 80, 8, 100).wait() == 800
    assert column == out[0::10]
    assert things.start_write_strided("P", column, 8008, 80, 8, 100).wait() == 800
    pieces = array.array("d", bytes(24))
    assert things.start_read_list("P", pieces, [(8000, 8), (8080, 16)]).wait() == 24
    assert [*pieces] == [0, out[10], out[10]]
    assert things.start_write_list("P", b"0123456789", [(0, 4), (100, 6)]).wait() == 10
    late = things.start_read("P", back)
    if not late.cancel():
        assert late.wait() == 8000
    things.close("P")
    things.wait_until("P", things.PUBLISHED)
    things.rename("P", "größe")
    assert things.exists("größe") and not things.exists("P")
    things.delete("größe")
things.create_at("placed", things.MEMORY, 0, "round-robin")
fails(10, things.start_read_list, "placed", bytearray(8), [(-1, 8)])
try:
    things.start_read("placed", b"read-only")
    raise AssertionError("read into read-only memory")
except BufferError:
    pass
try:
    import numpy

    # No copy is made of an array, whether it may be written or not.
    numbers = numpy.arange(1000.0)
    numbers.flags.writeable = False
    things.write("placed", numbers)
    same = numpy.empty((10, 100))
    assert things.read("placed", same) == 8000 and (same.ravel() == numbers).all()
    memory = things._Memory(numbers, False)
    assert memory.start.value == numbers.ctypes.data and memory.bytes == 8000
    memory.release()
except ImportError:
    pass
things.create("counter", things.MEMORY, 8)
assert [things.fetch_and_add("counter", 0, 5) for _ in range(3)] == [0, 5, 10]
assert things.compare_and_swap("counter", 0, 15, 1) == 15
things.create_striped("wide", things.MEMORY, 0, 4, 4096)
assert things.write("wide", out, 3) == 8000 and things.stat("wide")["size"] == 8003
assert things.read("wide", back, 3) == 8000 and back == out and [*things.list("wide")] == ["wide"]
things.delete("wide")
version = things.version("counter")
things.accumulate("counter", 0, things.GREATEST, things.INT64, array.array("q", [77]))
assert things.fetch_and_add("counter", 0, 0) == 77
assert things.watch("counter", version) > version and things.watch("counter", 1 << 62, 1) is None
with things.lock("door") as lock:
    lock.check()
    assert things.lock("door", 1) is None
fails(22, lock.check)
fails(10, things.accumulate, "counter", 4, things.SUM, things.INT64, array.array("q", [1]))
things.snapshot(["counter", "placed"], "saved/")
assert things.fetch_and_add("saved/counter", 0, 0) == 77
fails(2, things.snapshot, ["counter"], "saved/")
things.freeze("counter")
fails(5, things.resize, "counter", 1)
assert things.read("counter", bytearray(8)) == 8
fails(1, things.wait_until, "never", things.EXISTS, 10)
things.stop()
print("done")
