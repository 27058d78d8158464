import Glibc

/// The one thread of the process that libcurl runs on: it begins with the first transfer, and waits where there is
/// nothing to do.
enum CurlThread {
    /// What runs on the thread, or why there is none.
    static let loop = Result { () throws(TransportError) in try start() }

    private static func start() throws(TransportError) -> CurlLoop {
        let loop = try CurlLoop(library())
        guard BackgroundThread.start(loop.run) else { throw .failed(reason: "the system has no thread left for it") }
        // The libraries below libcurl take their state down when the process exits, and would do so under a thread that
        // is closing a connection. What is registered last is called first.
        atexit { try? CurlThread.loop.get().stop() }
        return loop
    }

    private static func library() throws(TransportError) -> CurlLibrary {
        do {
            return try CurlLibrary()
        } catch {
            throw .failed(reason: "\(error)")
        }
    }
}
