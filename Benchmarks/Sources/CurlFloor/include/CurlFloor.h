#ifndef CURL_FLOOR_H
#define CURL_FLOOR_H

/// Opens a handle that measures the lowest cost of a question by libcurl: one handle and one connection for all
/// questions. Only one thread may use the handle; `NULL` if libcurl is absent.
void *curl_floor_open(void);

/// Sends a GET request and discards the body; returns the status of the answer, or 0 without an answer.
long curl_floor_get(void *handle, const char *address);

#endif
