// SPDX-License-Identifier: MIT OR Apache-2.0
// The same as a C++ program: headers of MPIs have more for these.
#include "whose.c"
