@_spi(Host) import ModuleKit
import Platform

/// Waits for something that may never end, for a limited time.
package enum TimeLimit {
    /// The result of a closure; `nil` where there is none in time.
    ///
    /// The closure runs on threads of its own: one that holds its thread is left behind with it, and the tasks of all others
    /// go on. At the end of its time its task is cancelled.
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
