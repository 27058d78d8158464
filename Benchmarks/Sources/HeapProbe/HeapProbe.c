// Counts the allocations of the whole process, including Swift's runtime and libModuleKit.so: the executable's symbols
// replace the C library's. A counter for each thread costs a few instructions and does not need a lock.
#include "HeapProbe.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Further threads share counters, which may then miss an allocation.
enum { COUNTERS = 256 };
static struct {
    _Alignas(64) _Atomic uint64_t count;
} counters[COUNTERS];
static atomic_uint threads;
static _Thread_local _Atomic uint64_t *counter;

static void note_allocation(void) {
    if (counter == NULL) counter = &counters[atomic_fetch_add(&threads, 1) % COUNTERS].count;
    uint64_t count = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, count + 1, memory_order_relaxed);
}

uint64_t heap_allocations(void) {
    uint64_t sum = 0;
    for (int place = 0; place < COUNTERS; place++) sum += atomic_load(&counters[place].count);
    return sum;
}

size_t heap_bytes_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

void *malloc(size_t size) {
    note_allocation();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    note_allocation();
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    note_allocation();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    note_allocation();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    void *block = memalign(alignment, size);
    if (block == NULL) return ENOMEM;
    *result = block;
    return 0;
}
