import Glibc

/// A separate stack for signal handlers, so that a crash by an exhausted thread stack is also recorded.
enum SignalStack {
    private static let size = 64 << 10

    /// The key whose destructor frees a thread's stack for signal handlers when the thread ends.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        let code = pthread_key_create(&key) { memory in
            var none = stack_t(ss_sp: nil, ss_flags: CInt(SS_DISABLE), ss_size: 0)
            sigaltstack(&none, nil)
            munmap(memory, SignalStack.size)
        }
        return code == 0 ? key : nil
    }()

    /// Gives this thread a stack for signal handlers, unless it has one.
    static func ensure() {
        guard let key, pthread_getspecific(key) == nil else { return }
        var present = stack_t()
        guard sigaltstack(nil, &present) == 0, present.ss_flags & CInt(SS_DISABLE) != 0,
            let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            memory != MAP_FAILED
        else { return }
        var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: size)
        if sigaltstack(&stack, nil) != 0 || pthread_setspecific(key, memory) != 0 { munmap(memory, size) }
    }
}
