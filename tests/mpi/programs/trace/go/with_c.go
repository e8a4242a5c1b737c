// SPDX-License-Identifier: MIT OR Apache-2.0

// Left out where there is no cgo. With it, the program has a loader and the C library, but Go does not use them.
package main

/*
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void open_and_close(const char *name) { close(open(name, O_RDONLY)); }
*/
import "C"

import "unsafe"

func init() {
	openByC = func(name string) {
		inC := C.CString(name)
		defer C.free(unsafe.Pointer(inC))
		C.open_and_close(inC)
	}
}
