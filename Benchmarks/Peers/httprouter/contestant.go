package main

import (
	"bufio"
	"fmt"
	"net/http"
	"runtime"
	"strconv"
	"strings"

	"github.com/julienschmidt/httprouter"
)

// contestant holds the table and the requests of one workload.
type contestant struct {
	patterns []string
	paths    []string
	handles  []httprouter.Handle
	router   *httprouter.Router
	called   int
}

func (c *contestant) obey(words []string, reader *bufio.Reader) (string, error) {
	switch {
	case len(words) == 3 && words[0] == "prepare":
		return c.prepare(words[1], words[2], reader)
	case len(words) == 1 && words[0] == "build":
		return c.timeBuild(), nil
	case len(words) == 3 && words[0] == "measure":
		passes, err := strconv.Atoi(words[2])
		if err != nil {
			return "", err
		}
		return c.measure(words[1], passes)
	}
	return "", fmt.Errorf("unknown command %q", words)
}

func (c *contestant) prepare(patterns, requests string, reader *bufio.Reader) (string, error) {
	// The memory of the last workload must be free before the new table is measured.
	*c = contestant{}
	var err error
	if c.patterns, err = readLines(patterns, reader); err != nil {
		return "", err
	}
	lines, err := readLines(requests, reader)
	if err != nil {
		return "", err
	}
	expected, err := parseRequests(lines)
	if err != nil {
		return "", err
	}
	c.paths = joined(expected)
	c.handles = make([]httprouter.Handle, len(c.patterns))
	for number := range c.handles {
		number := number
		c.handles[number] = func(http.ResponseWriter, *http.Request, httprouter.Params) { c.called = number }
	}
	before := heapInUse()
	c.router = c.build()
	bytes := heapInUse() - before
	return fmt.Sprint(bytes), c.check(expected)
}

// build makes the table from the existing handles.
func (c *contestant) build() *httprouter.Router {
	router := httprouter.New()
	for number, pattern := range c.patterns {
		router.Handle(http.MethodGet, pattern, c.handles[number])
	}
	return router
}

func (c *contestant) timeBuild() string {
	runtime.GC()
	start := processorTime()
	router := c.build()
	elapsed := processorTime() - start
	runtime.KeepAlive(router)
	return fmt.Sprint(elapsed.Nanoseconds())
}

// check compares every answer with the expected route and values. It does not keep the requests: the garbage collector,
// whose work is also measured, would have to scan them repeatedly.
func (c *contestant) check(requests []request) error {
	for number, request := range requests {
		c.called = miss
		handle, parameters, _ := c.router.Lookup(http.MethodGet, c.paths[number])
		if handle != nil {
			handle(nil, nil, parameters)
		}
		values := make([]string, len(parameters))
		for place, parameter := range parameters {
			values[place] = parameter.Value
		}
		isRight := c.called == request.number &&
			(handle == nil || strings.Join(values, "\t") == strings.Join(request.values, "\t"))
		if !isRight {
			return fmt.Errorf("%s: expected route %d %q, found %d %q",
				request.path, request.number, request.values, c.called, values)
		}
	}
	return nil
}

func heapInUse() uint64 {
	runtime.GC()
	runtime.GC()
	var statistics runtime.MemStats
	runtime.ReadMemStats(&statistics)
	return statistics.HeapAlloc
}
