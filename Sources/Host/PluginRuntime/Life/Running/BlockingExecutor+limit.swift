@_spi(Host) import ModuleKit
package import Platform

extension BlockingExecutor {
    /// Returns the result of a closure that may never end; `nil` if there is none in time. The closure runs on a thread
    /// that no other task needs: if it holds the thread, both are left behind. At the time limit its task is cancelled.
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
