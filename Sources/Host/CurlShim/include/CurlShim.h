/// The parts of libcurl that Swift cannot express, declared without its headers: variadic calls and a few layouts.
///
/// This code is not linked with libcurl. Handles come from libcurl, and the numbers of options are in curl.h.

#ifndef CURL_SHIM_H
#define CURL_SHIM_H

#include <stddef.h>

/// The address of a function such as `curl_easy_setopt` or `curl_easy_getinfo`; it is called with its real type.
typedef void (*CurlVariadicFunction)(void);

/// `curl_write_callback`, also for header lines; a result below the number of bytes ends the transfer.
typedef size_t (*CurlReceiver)(char *bytes, size_t size, size_t count, void *context);

/// The beginning of `struct curl_sockaddr`: the arguments of `socket`.
struct CurlSocketAddress {
    int family;
    int type;
    int protocol;
};

/// `curl_opensocket_callback`: a new socket, or −1.
typedef int (*CurlSocketOpener)(void *context, int purpose, struct CurlSocketAddress *address);

/// `curl_xferinfo_callback`, whose `curl_off_t` is a `long` here; a result other than 0 ends the transfer.
typedef int (*CurlProgressReporter)(void *context, long receivedTotal, long received, long sentTotal, long sent);

/// `struct CURLMsg`: the end of a transfer.
struct CurlMessage {
    int kind;
    void *handle;
    union {
        void *pointer;
        int code;
    } data;
};

/// Sets an option that takes a `long`.
int curl_shim_set_long(CurlVariadicFunction set, void *handle, int option, long value);

/// Sets an option that takes a pointer, such as a text.
int curl_shim_set_pointer(CurlVariadicFunction set, void *handle, int option, const void *value);

/// Sets an option that takes a `curl_write_callback`.
int curl_shim_set_receiver(CurlVariadicFunction set, void *handle, int option, CurlReceiver value);

/// Sets an option that takes a `curl_opensocket_callback`.
int curl_shim_set_opener(CurlVariadicFunction set, void *handle, int option, CurlSocketOpener value);

/// Sets an option that takes a `curl_xferinfo_callback`.
int curl_shim_set_reporter(CurlVariadicFunction set, void *handle, int option, CurlProgressReporter value);

/// Reads a property that is a `long`.
int curl_shim_get_long(CurlVariadicFunction get, void *handle, int property, long *value);

#endif
