#include "SHAShim.h"

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>

bool sha_shim_is_supported(void) {
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && c & bit_SSE4_1 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_SHA;
}

#define LOAD(address) _mm_loadu_si128((const __m128i *)(address))
#define STORE(address, value) _mm_storeu_si128((__m128i *)(address), value)

// The instructions hold the state as (a, b, e, f) and (c, d, g, h), and four words of the schedule in a register.
__attribute__((target("sha,sse4.1"))) void sha_shim_process(
    uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants) {
    const __m128i bigEndian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i cdab = _mm_shuffle_epi32(LOAD(state), 0xB1);
    __m128i efgh = _mm_shuffle_epi32(LOAD(state + 4), 0x1B);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
    for (; blocks > 0; blocks--, bytes += 64) {
        __m128i w[4], abefBefore = abef, cdghBefore = cdgh;
#pragma unroll
        for (int i = 0; i < 16; i++) {
            __m128i *next = &w[i & 3], last = w[(i + 3) & 3];
            if (i < 4) {
                *next = _mm_shuffle_epi8(LOAD(bytes + 16 * i), bigEndian);
            } else {
                __m128i sum = _mm_add_epi32(
                    _mm_sha256msg1_epu32(*next, w[(i + 1) & 3]), _mm_alignr_epi8(last, w[(i + 2) & 3], 4));
                *next = _mm_sha256msg2_epu32(sum, last);
            }
            __m128i words = _mm_add_epi32(*next, LOAD(constants + 4 * i));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, words);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(words, 0x0E));
        }
        abef = _mm_add_epi32(abef, abefBefore);
        cdgh = _mm_add_epi32(cdgh, cdghBefore);
    }
    __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
    __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    STORE(state, _mm_blend_epi16(feba, dchg, 0xF0));
    STORE(state + 4, _mm_alignr_epi8(dchg, feba, 8));
}
#else
bool sha_shim_is_supported(void) { return false; }

void sha_shim_process(uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants) {
    (void)state, (void)bytes, (void)blocks, (void)constants;
}
#endif
