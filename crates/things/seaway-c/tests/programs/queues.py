# SPDX-License-Identifier: MIT OR Apache-2.0
"""The module seaway.queues: a manager, workers in threads, failures and dead letters."""
import threading

from seaway import queues, things


def fails(code, call, *arguments):
    try:
        call(*arguments)
    except queues.ThingError as error:
        assert error.code == code and str(error), (error.code, str(error))
        return
    raise AssertionError("no error")


fails(101, queues.get, "early", 0)
things.start()
assert queues.manage("squares", tries=2, lease=60000) == 0
assert queues.get("squares", 5) is None and queues.wait_for_done("squares", 5) is None
assert queues.wait_for_request("squares", 5) is None


def work():
    while True:
        got = queues.get("squares")
        if got.task == b"end":
            return got.done()
        got.done(str(int(got.task) ** 2).encode())


workers = [threading.Thread(target=work) for _ in range(3)]
for worker in workers:
    worker.start()
assert queues.wait_for_request("squares") > 0
assert queues.assign_many("squares", [str(number).encode() for number in range(100)]) == 0
assert queues.assign("squares", b"100", priority=9) == 100
results = {}
for _ in range(101):
    done = queues.wait_for_done("squares")
    assert done.number not in results and not done.is_dead and done.worker > 0
    results[done.number] = int(done.result)
assert results == {number: number * number for number in range(101)}
for _ in workers:
    queues.assign("squares", b"end")
for worker in workers:
    worker.join()
    assert queues.wait_for_done("squares").result == b""

assert queues.assign("squares", b"\x00bad", number=500, near="nowhere") == 500
assert queues.assign("squares", b"again", number=500) == 500
for attempt in (1, 2):
    got = queues.get("squares")
    assert (got.number, got.attempt, got.task) == (500, attempt, b"\x00bad")
    got.failed()
    fails(22, got.failed)
done = queues.wait_for_done("squares")
assert done.is_dead and done.number == 500
assert queues.stat("squares")["dead"] == 1 and list(queues.list("sq")) == ["squares"]
queues.revive("squares", 500)
fails(3, queues.delete, "squares")
fails(8, queues.get, "")
fails(10, queues.assign, "squares", bytes(queues.MOST_BYTES + 1))
queues.leave("squares")
queues.delete("squares", force=True)
fails(1, queues.stat, "squares")
things.stop()
print("done")
