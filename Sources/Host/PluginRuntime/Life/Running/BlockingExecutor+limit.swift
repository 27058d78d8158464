@_spi(Host) import ModuleKit
package import Platform

extension BlockingExecutor {
    /// Returns the result of a closure that may never end; `nil` if there is no result in time. The closure's task is
    /// cancelled at the limit. If the closure holds its thread, the thread is abandoned; no other task needs it.
    package static func result<Value: Sendable>(
        within limit: Duration, _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let result = Promise<Value?>()
        let task = BlockingExecutor.task { result.fulfill(await body()) }
        result.fulfill(nil, after: limit)
        let value = await result.wait()
        if value == nil { task.cancel() }
        return value
    }
}
