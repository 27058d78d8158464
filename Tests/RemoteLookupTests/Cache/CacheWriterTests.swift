import Dispatch
import ModuleKit
import Synchronization
import TestSupport
import Testing

@testable import Platform
@testable import RemoteLookup

@Suite(.timeLimit(.minutes(1))) struct `The writer of the cache` {
    private static let answer = HTTPAnswer(
        status: 200, headers: [HTTPHeader(name: "cache-control", value: "max-age=60")],
        body: Array(#"{"kind":"redirect","url":"app://new"}"#.utf8))

    private static func kept() throws -> KeptAnswer {
        let stored = StoredAnswer(
            answer, to: HTTPRequest(address: "http://a/?url=x"), service: "http://a/", url: "x", sent: 1, received: 1)
        return try KeptAnswer(try #require(stored))
    }

    @Test func `an answer can be used before the cache's writer has written it`() throws {
        try TemporaryFolder.with { folder in
            let writer = CacheWriter()
            let cache = AnswerCache(
                service: "http://a/", folder: CacheFolder(path: folder.path), writer: writer)
            let disk = DispatchSemaphore(value: 0)
            writer.change(bytes: 0) { disk.wait() }
            cache.keep(try Self.kept(), address: "http://a/?url=x")
            #expect(CacheFolder(path: folder.path).files().isEmpty)
            #expect(cache.answer(for: "x", service: "http://a/") { "http://a/?url=x" } != nil)
            disk.signal()
            #expect(cache.usage.answers == 1)
        }
    }

    @Test func `the cache's writer keeps the order of changes if the disk is slow`() {
        let writer = CacheWriter()
        let disk = DispatchSemaphore(value: 0)
        let written = Mutex<[String]>([])
        writer.change(bytes: 0) { disk.wait() }
        let texts = ["a1", "b1", "a2", "a3"]
        for text in texts {
            writer.change(bytes: 1) { written.withLock { $0.append(text) } }
        }
        disk.signal()
        writer.settle()
        #expect(written.withLock(\.self) == texts)
    }

    @Test func `the cache's writer drops changes if too many wait, and writes later changes`() {
        let writer = CacheWriter()
        let disk = DispatchSemaphore(value: 0)
        let written = Mutex<[String]>([])
        writer.change(bytes: 0) { disk.wait() }
        for path in ["a", "b", "c"] {
            writer.change(bytes: CacheWriter.byteLimit / 2 - 2 * CacheWriter.overhead) {
                written.withLock { $0.append(path) }
            }
        }
        disk.signal()
        writer.settle()
        writer.change(bytes: CacheWriter.byteLimit - CacheWriter.overhead) { written.withLock { $0.append("c") } }
        writer.settle()
        #expect(written.withLock(\.self) == ["a", "b", "c"])
    }

    /// The absence of an answer is stored without a body, and still takes memory.
    @Test func `the cache's writer limits the memory of changes without a body`() {
        let writer = CacheWriter()
        let disk = DispatchSemaphore(value: 0)
        let written = Mutex(0)
        writer.change(bytes: 0) { disk.wait() }
        for _ in 1...10_000 { writer.change(bytes: 0) { written.withLock { $0 += 1 } } }
        disk.signal()
        writer.settle()
        let most = CacheWriter.byteLimit / CacheWriter.overhead
        #expect((most - 1...most).contains(written.withLock(\.self)))
    }

    @Test func `settle does not wait forever for a blocked writer`() {
        let writer = CacheWriter()
        let disk = DispatchSemaphore(value: 0)
        writer.change(bytes: 0) { disk.wait() }
        writer.settle()
        disk.signal()
        writer.settle()
    }
}
