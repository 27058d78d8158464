package main

import (
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"syscall"
	"time"
)

// measure runs one pass to warm up and then the measured passes.
func (c *contestant) measure(work string, passes int) (string, error) {
	pass, ok := map[string]func() int{"decode": c.decode, "parse": c.parse}[work]
	if !ok {
		return "", fmt.Errorf("unknown work %q", work)
	}
	runtime.GC()
	pass()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := processorTime()
	checksum := 0
	for count := 0; count < passes; count++ {
		checksum += pass()
	}
	elapsed := processorTime() - start
	runtime.ReadMemStats(&after)
	return fmt.Sprint(elapsed.Nanoseconds(), after.Mallocs-before.Mallocs, checksum), nil
}

// decode finds the handles and reads the values of the parameters, which httprouter expects to be decoded.
func (c *contestant) decode() int {
	checksum := 0
	for _, path := range c.paths {
		if handle, parameters, _ := c.router.Lookup(http.MethodGet, path); handle != nil {
			checksum++
			for place := range parameters {
				checksum += len(parameters[place].Value)
			}
		}
	}
	return checksum
}

// parse first parses and decodes the URL, as net/http does before it calls httprouter.
func (c *contestant) parse() int {
	checksum := 0
	for _, text := range c.paths {
		parsed, err := url.ParseRequestURI(text)
		if err != nil {
			continue
		}
		if handle, parameters, _ := c.router.Lookup(http.MethodGet, parsed.Path); handle != nil {
			checksum++
			for place := range parameters {
				checksum += len(parameters[place].Value)
			}
		}
	}
	return checksum
}

// processorTime returns the processor time of this process, including the garbage collector's.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
