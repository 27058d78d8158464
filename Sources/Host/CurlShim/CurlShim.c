#include "CurlShim.h"

/// The real type of the functions: options, properties and results are enums, which are ints here.
typedef int (*Variadic)(void *handle, int number, ...);

int curl_shim_set_long(CurlVariadicFunction set, void *handle, int option, long value) {
    return ((Variadic)set)(handle, option, value);
}

int curl_shim_set_pointer(CurlVariadicFunction set, void *handle, int option, const void *value) {
    return ((Variadic)set)(handle, option, value);
}

int curl_shim_set_receiver(CurlVariadicFunction set, void *handle, int option, CurlReceiver value) {
    return ((Variadic)set)(handle, option, value);
}

int curl_shim_set_opener(CurlVariadicFunction set, void *handle, int option, CurlSocketOpener value) {
    return ((Variadic)set)(handle, option, value);
}

int curl_shim_set_reporter(CurlVariadicFunction set, void *handle, int option, CurlProgressReporter value) {
    return ((Variadic)set)(handle, option, value);
}

int curl_shim_get_long(CurlVariadicFunction get, void *handle, int property, long *value) {
    return ((Variadic)get)(handle, property, value);
}
