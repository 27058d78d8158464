/* Loaded before all other libraries (LD_PRELOAD): Landlock is missing or has the version LANDLOCK, as on an older kernel. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>

long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
    long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
    va_end(list);
#ifdef LANDLOCK
    if (number == 444 && c == 1) return LANDLOCK;
#else
    if (number >= 444 && number <= 446) return errno = ENOSYS, -1;
#endif
    return ((long (*)(long, long, long, long, long, long, long))dlsym(RTLD_NEXT, "syscall"))(number, a, b, c, d, e, f);
}
