package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
)

// miss is the number of a request that no route answers.
const miss = -1

// request is a path with the expected route and values.
type request struct {
	number int
	path   string
	values []string
}

func readLines(count string, reader *bufio.Reader) ([]string, error) {
	number, err := strconv.Atoi(count)
	if err != nil {
		return nil, err
	}
	lines := make([]string, number)
	for place := range lines {
		line, err := reader.ReadString('\n')
		if err != nil {
			return nil, err
		}
		lines[place] = strings.TrimSuffix(line, "\n")
	}
	return lines, nil
}

func parseRequests(lines []string) ([]request, error) {
	requests := make([]request, len(lines))
	for place, line := range lines {
		parts := strings.Split(line, "\t")
		if len(parts) < 2 {
			return nil, fmt.Errorf("no request: %q", line)
		}
		number, err := strconv.Atoi(parts[0])
		if err != nil {
			return nil, err
		}
		requests[place] = request{number: number, path: parts[1], values: parts[2:]}
	}
	return requests, nil
}

// joined returns the paths as parts of one text, in the order of the requests.
func joined(requests []request) []string {
	var text strings.Builder
	for _, request := range requests {
		text.WriteString(request.path)
	}
	rest := text.String()
	paths := make([]string, len(requests))
	for place, request := range requests {
		paths[place], rest = rest[:len(request.path)], rest[len(request.path):]
	}
	return paths
}
