import Foundation
@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@testable import RemoteLookup

@Suite(.timeLimit(.minutes(1))) struct `The body of a web service's answer` {
    static let account = #"{"name":"Ann"}"#

    private struct Picture: APICall {
        typealias Answer = [UInt8]
        let service = "accounts"
        let path: RouteURL = "picture"
    }

    @Test(arguments: [0, 1, 2_000_000])
    func `a call to a web service can receive bytes that are not JSON`(count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 0xFF &- $0) }
        try await HTTPServer.run { _ in
            .file(bytes, type: "image/jpeg")
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            #expect(try await context.send(Picture()) == bytes)
            let response = try await context.response(to: Picture())
            #expect(response.body == bytes)
            #expect(try response.answer() == bytes)
            #expect(response.headers["content-type"] == "image/jpeg")
        }
    }

    /// A body of JSON or bytes, encoded; deflate with and without a zlib header.
    // nahi/httpclient#42
    static let encoded: [(encoding: String, body: String)] = [
        ("gzip", "H4sIAAAAAAACA6tWykvMTVWyUnLMy1OqBQBc1RtNDgAAAA=="),
        ("x-gzip", "H4sIAAAAAAACA6tWykvMTVWyUnLMy1OqBQBc1RtNDgAAAA=="),
        ("deflate", "eJyrVspLzE1VslJyzMtTqgUAIh4EeQ=="), ("deflate", "q1bKS8xNVbJScszLU6oFAA=="),
    ]

    @Test(arguments: encoded)
    func `a web service may encode its answer`(_ row: (encoding: String, body: String)) async throws {
        let bytes = try #require(Data(base64Encoded: row.body))
        try await HTTPServer.run { _ in
            .file(Array(bytes), type: "application/json", encoding: row.encoding)
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            #expect(try await context.send(AccountAPI.remove) == Account(name: "Ann"))
            #expect(try await context.send(Picture()) == Array(Self.account.utf8))
            let response = try await context.response(to: Picture())
            #expect(response.body == Array(Self.account.utf8))
            #expect(response.headers["content-encoding"] == nil && response.headers["content-length"] == nil)
            _ = try? await context.send(AnyCall(headers: ["Range": "bytes=0-9"]))
            #expect(server.requests.map { $0.headers["accept-encoding"] ?? "" } == Self.encodings)
        }
    }

    private static let encodings = ["gzip, deflate", "gzip, deflate", "gzip, deflate", "identity"]

    private struct Sized<Answer: Decodable & Sendable>: APICall {
        let service = "accounts"
        let path: RouteURL = "sized"
        let sizeLimit: Int
    }

    /// 64 MiB of spaces, encoded twice.
    private static let bomb =
        "H4sIAAAAAAACA+3coU5CcRTA4atcNqebQHAGg7f6BhQGGMgGzc4HMJqFMZPZ+QQEHsCN5mx2gtp4AJJjJN3Vex/jf74vnXzi2dnv9HEvq+w2"
        + "1m+TahgXT79nx/P9DAAAAEjc+Gva2KmGovwYXVwBAAAAqbtpHeb1UeDn+mRo"
        + "HQAAAJC8h163XX8IfN/f5tYBAAAAyTvargb1LeC9fOlc2gcAAA"
        + "Ak71MwAAAAAEIRDAAAAIBYBAMAAAAgFsEAAAAACEYwAAAAAGIRDAAAAIBYBA"
        + "MAAAAgFsEAAAAACEYwAAAAAGIRDAAAAIBYZr1uUT0GtDflXf+8"
        + "mQEAABDJ4mC9fH3+H/I/cvMIyuP+AAA="

    @Test func `the size limit of an answer applies to its decoded body`() async throws {
        let bytes = try #require(Data(base64Encoded: Self.bomb))
        try await HTTPServer.run { _ in
            .file(Array(bytes), type: "application/json", encoding: "gzip, gzip")
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            for limit in [1_000, 1 << 30] {
                let error = try #require(
                    await #expect(throws: RequestError.self) {
                        try await context.send(Sized<Payload>(sizeLimit: limit))
                    })
                #expect((error.cause as? ResolverError)?.code == .invalidAnswer)
                #expect("\(error)".contains("longer than \(min(limit, 1 << 24)) bytes, the call's `sizeLimit`"))
            }
        }
    }

    @Test(arguments: [(-1, false), (1_999_999, false), (2_000_000, true), (1 << 24, true)])
    func `a call's sizeLimit bounds its answer`(limit: Int, isWithin: Bool) async throws {
        try await HTTPServer.run { _ in
            .json("1" + String(repeating: " ", count: 1_999_999))
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            #expect((try? await context.send(Sized<Int>(sizeLimit: limit))) == (isWithin ? 1 : nil))
            #expect((try? await context.send(Sized<[UInt8]>(sizeLimit: limit)))?.count == (isWithin ? 2_000_000 : nil))
            #expect(try await context.response(to: Sized<Int>(sizeLimit: limit)).answer() == 1)
        }
    }

    // nlohmann/json#152
    @Test func `JSON of a web service may begin with a byte order mark`() async throws {
        try await HTTPServer.run { _ in
            .json("\u{FEFF}" + Self.account)
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            #expect(try await context.send(AccountAPI.remove) == Account(name: "Ann"))
            #expect(try await context.response(to: AccountAPI.remove).answer() == Account(name: "Ann"))
        }
    }

    @Test(arguments: [HTTPReply.endless(), .answer(headers: ["Content-Encoding": "gzip"], body: account), .dropped])
    func `a response of a web service with an incomplete body is an error`(reply: HTTPReply) async throws {
        try await HTTPServer.run { _ in
            reply
        } while: { server in
            let context = try await ServiceCaller.context(at: server.origin)
            for error in [
                await #expect(throws: RequestError.self) { try await context.send(Picture()) },
                await #expect(throws: RequestError.self) { try await context.response(to: Picture()) },
            ] {
                let cause = try #require(error?.cause as? ResolverError)
                #expect(cause.code == .invalidAnswer || cause.code == .unavailable, "\(cause)")
            }
        }
    }
}
