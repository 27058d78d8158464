#ifndef HEAP_PROBE_H
#define HEAP_PROBE_H

#include <stddef.h>
#include <stdint.h>

/// Returns the number of allocations that the process has made with the C library.
uint64_t heap_allocations(void);

/// Returns the bytes of the heap in use, including mapped blocks and the allocator's own headers.
size_t heap_bytes_in_use(void);

#endif
