/* Libraries that no Swift compiler would make; each test builds one of them. */
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
// The call of the system itself: a sanitizer that stands before `_exit` would have its own say.
__attribute__((constructor)) static void end(void) { fputs("no licence\n", stderr); syscall(SYS_exit_group, 7); }
int switchboard_v1_Ending(void *handshake) { return 0; }
#elif defined(NUMBER)
int brought_number(void) { return NUMBER; }
#else
int nothing_to_export(void) { return 0; }
#endif
