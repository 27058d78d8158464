#ifndef CURL_FLOOR_H
#define CURL_FLOOR_H

/// The least that a question by libcurl costs: one handle for all of them, on the thread that asks, over one connection.
/// It belongs to one thread; `NULL` where libcurl is not there.
void *curl_floor_open(void);

/// Asks at an address and drops what comes; the status of the answer, or 0 where none came.
long curl_floor_get(void *handle, const char *address);

#endif
