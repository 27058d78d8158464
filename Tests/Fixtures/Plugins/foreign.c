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
#else
int nothing_to_export(void) { return 0; }
#endif
