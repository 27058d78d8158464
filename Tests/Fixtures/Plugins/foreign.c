/* Libraries that no Swift compiler would build; each test builds one of them. */
#if defined(FUTURE)
int switchboard_v2_Future(void *handshake) { return 0; }
#elif defined(OWN_SDK)
char request __asm__("$s8Mediator7RequestVMn") = 1;
char module __asm__("$s9ModuleKit0A0Mp") = 1;
int switchboard_v1_OwnSDK(void *handshake) { return 0; }
#elif defined(OWN_SDK_ONLY)
char request __asm__("$s8Mediator7RequestVMn") = 1;
#elif defined(UNDEFINED)
int a_function_that_no_sdk_has(void);
int switchboard_v1_Undefined(void *handshake) { return a_function_that_no_sdk_has(); }
#elif defined(SILENT)
int switchboard_v1_Silent(void *handshake) { return 0; }
#elif defined(STRANGE)
int switchboard_v1_Strange(void *handshake) { return 42; }
#elif defined(CRASHING)
#include <stdlib.h>
__attribute__((constructor)) static void crash(void) { abort(); }
int switchboard_v1_Crashing(void *handshake) { return 0; }
#elif defined(HANGING)
#include <sys/syscall.h>
#include <unistd.h>
__attribute__((constructor)) static void hang(void) { for (;;) pause(); }
int switchboard_v1_Hanging(void *handshake) { return 0; }
#elif defined(ENDING)
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
// The system call itself, because a sanitizer that replaces `_exit` would interfere.
__attribute__((constructor)) static void end(void) { fputs("no licence\n", stderr); syscall(SYS_exit_group, 7); }
int switchboard_v1_Ending(void *handshake) { return 0; }
#elif defined(NEWER)
void switchboard_sdk_9_2_1(void);
int switchboard_v1_Newer(void *handshake) { switchboard_sdk_9_2_1(); return 0; }
#elif defined(MARKING)
/* Creates a file that shows that its code has run. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void mark(void) {
#ifdef MARK
    close(open(MARK, O_CREAT | O_WRONLY, 0600));
#endif
}
int marking_number(void) { return 7; }
#if defined(ENTRY)
int switchboard_v1_Silent(void *handshake) { return 0; }
#endif
#elif defined(NEEDING)
int marking_number(void);
int needing_number(void) { return marking_number(); }
#if defined(ENTRY)
int switchboard_v1_Silent(void *handshake) { return 0; }
#endif
#elif defined(NUMBER)
#ifndef OTHER_ONLY
int brought_number(void) { return NUMBER; }
#endif
#if defined(STUMBLING)
__attribute__((constructor)) static void stumble(void) { __builtin_trap(); }
#endif
#if defined(OTHER) || defined(OTHER_ONLY)
int brought_other(void) { return NUMBER; }
#endif
#else
int nothing_to_export(void) { return 0; }
#endif
