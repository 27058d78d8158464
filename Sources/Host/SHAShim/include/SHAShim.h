/// The SHA-256 instructions of x86-64, which Swift cannot express.

#ifndef SHA_SHIM_H
#define SHA_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns whether the processor has the instructions.
bool sha_shim_is_supported(void);

/// Adds blocks of 64 bytes to a state of eight words. `constants` are the 64 constants of FIPS 180-4, section 4.2.2.
void sha_shim_process(uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants);

#endif
