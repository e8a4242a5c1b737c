# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs mpi4py's own tests and notes, for each rank, what became of each of them.

Usage: run_tests.py TEST_FOLDER RESULT_FOLDER ARGUMENTS_OF_ITS_MAIN...

RESULT_FOLDER/RANK gets a line `begin NAME` before each test, and `passed NAME`, `failed NAME` or `skipped NAME` after
it: the ranks' usual output is mixed on one stream, and a rank that dies says nothing more.
"""

import os
import sys
import unittest


class Recorder(unittest.TextTestResult):
    """The usual result, which also writes down what happens."""

    log = None

    def note(self, outcome, test):
        if Recorder.log is None:
            from mpi4py import MPI

            rank = MPI.COMM_WORLD.Get_rank()
            Recorder.log = open(os.path.join(RESULT_FOLDER, str(rank)), "w", buffering=1)
        Recorder.log.write(f"{outcome} {test.id()}\n")

    def startTest(self, test):
        self.note("begin", test)
        super().startTest(test)

    def addSuccess(self, test):
        self.note("passed", test)
        super().addSuccess(test)

    def addFailure(self, test, err):
        self.note("failed", test)
        super().addFailure(test, err)

    def addError(self, test, err):
        self.note("failed", test)
        super().addError(test, err)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.note("failed", test)
        super().addSubTest(test, subtest, err)

    def addSkip(self, test, reason):
        self.note("skipped", test)
        super().addSkip(test, reason)


if __name__ == "__main__":
    TEST_FOLDER, RESULT_FOLDER, *ARGUMENTS = sys.argv[1:]
    sys.dont_write_bytecode = True
    sys.path.insert(0, TEST_FOLDER)
    import main

    runner = unittest.TextTestRunner(resultclass=Recorder)
    main.TestProgram(module=None, argv=["main.py", *ARGUMENTS], testRunner=runner)
