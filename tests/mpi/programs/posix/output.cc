// SPDX-License-Identifier: MIT OR Apache-2.0
// output: writes to the standard output in the ways of C++ and C.
#include <cstdio>
#include <iostream>

int main() {
    std::cout << "by C++" << std::endl;
    std::printf("by C\n");
    for (int i = 0; i < 20000; i++) std::cout << i << '\n';
    std::cerr << "an error" << std::endl;
    return std::cout.flush().good() ? 0 : 1;
}
