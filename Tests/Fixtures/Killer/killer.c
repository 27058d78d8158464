/* Loaded before all other libraries (LD_PRELOAD). Counts the calls that change files or start a process, and kills the
   process immediately before the call with the number in KILL_BEFORE. Children of the process are not affected. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static long last, count;

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("KILL_BEFORE");
    last = text ? atol(text) : 0;
    unsetenv("KILL_BEFORE");
    unsetenv("LD_PRELOAD");
}

static void step(void) {
    if (last > 0 && ++count == last) kill(getpid(), SIGKILL);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define OPEN(name, values, ...)                                                                                        \
    int name(__VA_ARGS__, int flags, ...) {                                                                            \
        va_list list;                                                                                                  \
        va_start(list, flags);                                                                                         \
        mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;                                                      \
        va_end(list);                                                                                                  \
        if (flags & (O_CREAT | O_TRUNC)) step();                                                                       \
        return NEXT(name) values;                                                                                      \
    }
OPEN(open, (path, flags, mode), const char *path)
OPEN(open64, (path, flags, mode), const char *path)
OPEN(openat, (folder, path, flags, mode), int folder, const char *path)
OPEN(openat64, (folder, path, flags, mode), int folder, const char *path)

ssize_t write(int file, const void *bytes, size_t length) {
    if (file > STDERR_FILENO) step();
    return NEXT(write)(file, bytes, length);
}

#define STEP(name, parameters, values)                                                                                 \
    int name parameters {                                                                                              \
        step();                                                                                                        \
        return NEXT(name) values;                                                                                      \
    }
STEP(fsync, (int file), (file))
STEP(fdatasync, (int file), (file))
STEP(ftruncate, (int file, off_t length), (file, length))
STEP(fchmod, (int file, mode_t mode), (file, mode))
STEP(chmod, (const char *path, mode_t mode), (path, mode))
STEP(rename, (const char *old, const char *new), (old, new))
STEP(renameat, (int from, const char *old, int to, const char *new), (from, old, to, new))
STEP(link, (const char *old, const char *new), (old, new))
STEP(symlink, (const char *old, const char *new), (old, new))
STEP(unlink, (const char *path), (path))
STEP(unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
STEP(rmdir, (const char *path), (path))
STEP(mkdir, (const char *path, mode_t mode), (path, mode))
STEP(mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode))
STEP(flock, (int file, int operation), (file, operation))
STEP(posix_spawn,
     (pid_t *process, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
      char *const arguments[], char *const environment[]),
     (process, path, actions, attributes, arguments, environment))
