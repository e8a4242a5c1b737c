// SPDX-License-Identifier: MIT OR Apache-2.0

// Opens files in the ways that programs in Go have: one by one, many at a time from goroutines, and from children, of which one is
// this program again: then it opens the files that it is told.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
)

const (
	goroutines = 16
	filesEach  = 25
)

// Opens a file by the C library, if the program has one.
var openByC func(name string)

func main() {
	if names := os.Args[1:]; len(names) > 0 {
		for _, name := range names {
			openAndClose(name)
		}
		return
	}
	openAndClose("input")
	_, err := os.ReadFile("input")
	check(err)
	_, err = os.Stat("input")
	check(err)
	if _, err = os.Open("missing"); !os.IsNotExist(err) {
		check(fmt.Errorf("missing: %v", err))
	}
	file, err := os.Create("created")
	check(err)
	check(file.Close())
	_, err = os.ReadDir("folder")
	check(err)
	inGoroutines()
	if openByC != nil {
		openByC("by_c")
	}
	check(exec.Command("./program", "input", "created").Run())
	check(exec.Command("cat", "input").Run())
}

func inGoroutines() {
	var group sync.WaitGroup
	for number := 0; number < goroutines; number++ {
		group.Add(1)
		go func(number int) {
			defer group.Done()
			for index := 0; index < filesEach; index++ {
				name := fmt.Sprintf("folder/%d.%d", number, index)
				check(os.WriteFile(name, []byte(name), 0o644))
				openAndClose(name)
			}
		}(number)
	}
	group.Wait()
}

func openAndClose(name string) {
	file, err := os.Open(name)
	check(err)
	check(file.Close())
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
