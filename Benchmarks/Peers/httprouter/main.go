// Command httprouter lets julienschmidt/httprouter take part in the benchmark: it reads one command per line from its
// standard input, and answers each command with one line that begins with "ok" or "error".
//
//	prepare P R       P lines with a pattern each, R lines with a request each; builds, checks, answers with the bytes
//	build             builds the same table once more and answers with the nanoseconds
//	measure WORK N    N passes over the requests; answers with nanoseconds, allocations and checksum
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
)

func main() {
	reader := bufio.NewReaderSize(os.Stdin, 1<<16)
	fmt.Println("ok", runtime.Version())
	contestant := &contestant{}
	for {
		line, err := reader.ReadString('\n')
		if err != nil {
			return
		}
		answer, err := contestant.obey(strings.Fields(line), reader)
		if err != nil {
			fmt.Println("error", err)
			continue
		}
		fmt.Println("ok", answer)
	}
}
