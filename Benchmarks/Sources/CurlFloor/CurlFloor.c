// Loads libcurl at run time, as the host does, so that the build does not need files of libcurl.
#include "CurlFloor.h"

#include <dlfcn.h>
#include <stddef.h>

enum {
    OPTION_URL = 10002,
    OPTION_PROXY = 10004,
    OPTION_WRITE_FUNCTION = 20011,
    INFO_RESPONSE_CODE = 0x200002,
};

static int (*set)(void *handle, int option, ...);
static int (*perform)(void *handle);
static int (*get_info)(void *handle, int property, ...);

static size_t drop(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    (void)context;
    return size * count;
}

void *curl_floor_open(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return NULL;
    void *(*make)(void) = (void *(*)(void))dlsym(library, "curl_easy_init");
    set = (int (*)(void *, int, ...))dlsym(library, "curl_easy_setopt");
    perform = (int (*)(void *))dlsym(library, "curl_easy_perform");
    get_info = (int (*)(void *, int, ...))dlsym(library, "curl_easy_getinfo");
    if (!make || !set || !perform || !get_info) return NULL;
    void *handle = make();
    if (!handle || set(handle, OPTION_WRITE_FUNCTION, drop) || set(handle, OPTION_PROXY, "")) return NULL;
    return handle;
}

long curl_floor_get(void *handle, const char *address) {
    long status = 0;
    if (set(handle, OPTION_URL, address) || perform(handle) || get_info(handle, INFO_RESPONSE_CODE, &status)) return 0;
    return status;
}
