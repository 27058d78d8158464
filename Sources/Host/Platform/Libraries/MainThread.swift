import Dispatch
import Glibc
import Synchronization

/// The first thread of the process. It runs the main queue, which has only `@MainActor` code of plugins.
///
/// When a thread opens libFoundation, CoreFoundation sets up the main queue again for this thread. Plugins are
/// therefore opened on the main thread, which serves the queue as CoreFoundation's run loop does. After that set-up, an
/// `async` main or `dispatchMain()` would not serve the queue (Documentation/Decisions/0024).
package enum MainThread {
    /// The longest wait for the thread. If it is not free by then, the library is not opened.
    private static let timeLimit = DispatchTimeInterval.seconds(5)

    /// Calls `start`, which starts the work of the process, and serves the main queue for ever; the process ends by
    /// `exit`.
    ///
    /// The queue's descriptor is opened before `start`: if other threads had used up the open files, libdispatch would
    /// end the process when it opens the descriptor.
    package static func serve(_ start: () -> Void) -> Never {
        // Swift does not import these functions of libdispatch, which Foundation's run loop uses.
        let getHandle: (@convention(c) () -> CInt)? =
            DynamicLibrary.systemFunction("_dispatch_get_main_queue_handle_4CF")
        let drain: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? =
            DynamicLibrary.systemFunction("_dispatch_main_queue_callback_4CF")
        let queue = getHandle?()
        start()
        guard let handle = queue, let drain else { dispatchMain() }
        // Threads of dispatch queues block all signals. If the parent started this process on a thread of a queue, this
        // thread has inherited that signal mask.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        while true {
            var descriptor = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, -1) > 0 else { continue }
            var count: UInt64 = 0
            _ = read(handle, &count, MemoryLayout.size(ofValue: count))
            drain(nil)
            // Once a plugin has loaded Foundation, the run loop serves the queue, and also timers and sources.
            runLoop?()
        }
    }

    /// Foundation's run loop, after a plugin has loaded Foundation: `void CFRunLoopRun(void)`.
    private static var runLoop: (@convention(c) () -> Void)? {
        guard let foundation = dlopen("libFoundation.so", RTLD_NOLOAD | RTLD_LAZY) else { return nil }
        return dlsym(foundation, "CFRunLoopRun").map { unsafeBitCast($0, to: (@convention(c) () -> Void).self) }
    }

    /// Runs a closure on the main thread and returns its value, or `nil` if the thread was not free in time and the
    /// closure did not run.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
        let value = Mutex<Value?>(nil)
        // Decides in one step whether the closure starts or the wait ends.
        let isDecided = Atomic(false)
        let (begin, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        DispatchQueue.main.async {
            if isDecided.exchange(true, ordering: .acquiringAndReleasing) { return }
            begin.signal()
            let made = body()
            value.withLock { $0 = made }
            end.signal()
        }
        if begin.wait(timeout: .now() + timeLimit) == .timedOut,
            !isDecided.exchange(true, ordering: .acquiringAndReleasing)
        {
            return nil
        }
        end.wait()
        return value.withLock(\.self)
    }
}
