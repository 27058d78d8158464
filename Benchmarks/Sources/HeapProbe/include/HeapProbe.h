#ifndef HEAP_PROBE_H
#define HEAP_PROBE_H

#include <stddef.h>
#include <stdint.h>

/// How often the process has asked the C library for memory since it began.
uint64_t heap_allocations(void);

/// How many bytes of the heap are in use, mapped blocks and the allocator's own headers included.
size_t heap_bytes_in_use(void);

#endif
