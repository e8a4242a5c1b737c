# SPDX-License-Identifier: MIT OR Apache-2.0
"""Work queues: a manager assigns tasks, workers get them and report that they are done.

    from seaway import queues, things
    things.start()
    number = queues.assign("pillars", b"S-xy-012")     # in the manager
    work = queues.get("pillars")                       # in a worker, which waits
    work.done(b"a result")
    done = queues.wait_for_done("pillars")             # in the manager: done.number, done.result
"""

import ctypes

from seaway.things import FOREVER, ThingError, _check, _library, _name

MOST_BYTES = 65536
DONE, DEAD = 1, 2
_PENDING = 100


class _Status(ctypes.Structure):
    _fields_ = [(field, ctypes.c_int64) for field in ("task", "bytes", "worker", "attempt", "state", "handle")]


class _Info(ctypes.Structure):
    _fields_ = [
        (field, ctypes.c_int64)
        for field in (
            "ready", "assigned", "done", "dead", "workers", "waiting", "unacknowledged", "managers", "tries", "lease",
            "straggler",
        )
    ]


class Work:
    """A task that was got: report it by done or failed."""

    def __init__(self, queue, status, task):
        self._queue, self._status = queue, status
        self.number, self.attempt, self.worker, self.task = status.task, status.attempt, status.worker, task

    def done(self, result=b""):
        """ThingError with code 103: the task is with another worker."""
        result = bytes(result)
        size = ctypes.c_int64(len(result))
        _check(_library.workDone_thing(_name(self._queue), result, size, ctypes.byref(self._status)))

    def failed(self):
        """It is tried again, by any worker."""
        _check(_library.fail_work_thing(_name(self._queue), ctypes.byref(self._status)))


class Completion:
    """What became of a task. `is_dead`: it has failed as often as the queue allows."""

    def __init__(self, status, result):
        self.number, self.attempt, self.worker = status.task, status.attempt, status.worker
        self.is_dead, self.result = status.state == DEAD, result


def manage(queue, tries=0, lease=0, straggler=0):
    """Becomes the manager; times are milliseconds, 0 stands for the defaults. Returns a number that no task has had."""
    following = ctypes.c_int64()
    _check(_library.manage_queue_thing(_name(queue), tries, lease, straggler, ctypes.byref(following)))
    return following.value


def wait_for_request(queue, milliseconds=FOREVER):
    """The number of a worker that waits; None: none in time."""
    status = _Status()
    code = _library.waitForWorkRequest_thing(_name(queue), milliseconds, ctypes.byref(status))
    if code == _PENDING:
        return None
    _check(code)
    return status.worker


def assign(queue, task, priority=0, number=None, near=None):
    """Adds a task; returns its number. A number that was assigned before changes nothing."""
    task = bytes(task)
    size = ctypes.c_int64(len(task))
    if number is None and near is None:
        status = _Status()
        _check(_library.assignWork_thing(_name(queue), task, size, priority, ctypes.byref(status)))
        return status.task
    if number is None:
        raise ValueError("a task near a node needs a number")
    place = None if near is None else _name(near)
    _check(_library.assign_numbered_work_thing(_name(queue), ctypes.c_int64(number), task, size, priority, place))
    return number


def assign_many(queue, tasks, priority=0):
    """Adds tasks with few messages; returns the number of the first."""
    tasks = [bytes(task) for task in tasks]
    sizes = (ctypes.c_int64 * len(tasks))(*map(len, tasks))
    first = ctypes.c_int64()
    together = b"".join(tasks)
    _check(_library.assign_many_work_thing(_name(queue), together, sizes, len(tasks), priority, ctypes.byref(first)))
    return first.value


def get(queue, milliseconds=FOREVER):
    """Waits for a task; None: none in time."""
    status, buffer = _Status(), ctypes.create_string_buffer(MOST_BYTES)
    size = ctypes.c_int64(MOST_BYTES)
    code = _library.getwork_thing(_name(queue), buffer, size, milliseconds, ctypes.byref(status))
    if code == _PENDING:
        return None
    _check(code)
    return Work(queue, status, buffer.raw[: status.bytes])


def wait_for_done(queue, milliseconds=FOREVER):
    """Waits for a completion; None: none in time."""
    status, buffer = _Status(), ctypes.create_string_buffer(MOST_BYTES)
    size = ctypes.c_int64(MOST_BYTES)
    code = _library.waitForWorkDone_thing(_name(queue), buffer, size, milliseconds, ctypes.byref(status))
    if code == _PENDING:
        return None
    _check(code)
    return Completion(status, buffer.raw[: status.bytes])


def revive(queue, number):
    """Tries a dead task again."""
    _check(_library.revive_work_thing(_name(queue), ctypes.c_int64(number)))


def leave(queue):
    """Gives back what this process has not reported."""
    _check(_library.leave_queue_thing(_name(queue)))


def delete(queue, force=False):
    _check(_library.delete_queue_thing(_name(queue), int(force)))


def _described(info):
    return {field: getattr(info, field) for field, _ in _Info._fields_}


def stat(queue):
    info = _Info()
    _check(_library.stat_queue_thing(_name(queue), ctypes.byref(info)))
    return _described(info)


def list(prefix=""):
    """Names and what stat says of them."""
    found = {}

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.POINTER(_Info), ctypes.c_void_p)
    def each(name, info, _):
        found[name.decode("utf-8")] = _described(info.contents)
        return 0

    _check(_library.list_queue_thing(_name(prefix), each, None))
    return found
