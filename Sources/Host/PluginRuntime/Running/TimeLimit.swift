@_spi(Host) import ModuleKit
import Platform

/// Waits for something that may never end, for a limited time.
package enum TimeLimit {
    /// Returns the result of a closure; `nil` if there is none in time.
    ///
    /// The closure runs on a thread that no other task needs: if it holds the thread, both are left behind. At the time limit its
    /// task is cancelled.
    package static func run<Value: Sendable>(
        _ limit: Duration, _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let result = Promise<Value?>()
        let task = BlockingExecutor.task { result.fulfill(await body()) }
        result.fulfill(nil, after: limit)
        let value = await result.wait()
        if value == nil { task.cancel() }
        return value
    }
}
