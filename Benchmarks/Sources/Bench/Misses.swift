import CurlFloor
@_spi(Host) import ModuleKit
import Tables

/// Questions that nobody has asked before, alternately through a resolver and a bare handle of libcurl, in one process.
///
/// Both are measured from the call until the answer is available, in wall-clock time, since most of it is waiting.
struct Misses {
    private static let requests = 500
    private static let warmUp = 20

    let resolver: any Resolver
    let address: String
    /// A URL below which nothing answers; each question is about a URL below it.
    let url: String
    private let clock = ContinuousClock()

    /// Returns the medians of all questions of the rounds, as lines.
    func run(rounds: Int) async throws -> String {
        guard let handle = curl_floor_open() else { throw Fault("libcurl is not there") }
        var times: (resolver: [Double], curl: [Double]) = ([], [])
        for round in 0..<rounds {
            for number in 0..<Self.requests {
                let name = "\(round)/\(number)"
                let curl = try ask(handle, name)
                let own = try await ask(name)
                guard number >= Self.warmUp else { continue }
                times.curl.append(curl)
                times.resolver.append(own)
            }
        }
        let (own, curl) = (times.resolver.median, times.curl.median)
        return """
            a miss to nginx, by the resolver:         \(Number.fixed(own, 1)) µs
            the same by a bare handle of libcurl:     \(Number.fixed(curl, 1)) µs
            times as long:                            \(Number.fixed(own / curl, 1))
            """
    }

    private func ask(_ name: String) async throws -> Double {
        let question = Question(try RouteURL(parsing: "\(url)/\(name)"))
        let start = clock.now
        let answer = try await resolver.resolve(question)
        let time = clock.now - start
        guard answer == nil else { throw Fault("\(question.url) is answered; name a URL that is not") }
        return time / .microseconds(1)
    }

    private func ask(_ handle: UnsafeMutableRawPointer, _ name: String) throws -> Double {
        let escaped = "\(url)/\(name)".replacing(":", with: "%3A").replacing("/", with: "%2F")
        let start = clock.now
        let status = curl_floor_get(handle, "\(address)?url=\(escaped)")
        let time = clock.now - start
        guard status == 404 else { throw Fault("status \(status) for \(url)/\(name), expected 404") }
        return time / .microseconds(1)
    }
}
