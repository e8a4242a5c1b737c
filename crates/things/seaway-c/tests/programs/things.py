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
    things.close("P")
    things.wait_until("P", things.PUBLISHED)
    things.rename("P", "größe")
    assert things.exists("größe") and not things.exists("P")
    things.delete("größe")
things.create("counter", things.MEMORY, 8)
assert [things.fetch_and_add("counter", 0, 5) for _ in range(3)] == [0, 5, 10]
assert things.compare_and_swap("counter", 0, 15, 1) == 15
fails(1, things.wait_until, "never", things.EXISTS, 10)
things.stop()
print("done")
