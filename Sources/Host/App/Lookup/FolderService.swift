import Glibc
@_spi(Host) import ModuleKit
import Platform

/// A resolver that answers the calls of modules to one web service with the files of a folder.
///
/// The answer to `login/lin` is the file `login/lin.json`, for any method and any parameters. A call reads only plain
/// files below the folder, and follows no links.
struct FolderService: Resolver {
    let name: String
    /// The absolute path of the folder.
    let folder: String
    /// Whether all calls fail, like calls of a service that cannot be reached.
    private let isOffline: Bool
    /// The time before each answer.
    private let delay: Duration
    /// The address in the URLs of calls, with a host name that never resolves (RFC 6761, section 6.4).
    private let base: String

    init(_ name: String, in folder: String, isOffline: Bool = false, delay: Duration = .zero) {
        (self.name, self.folder) = (name, folder)
        (self.isOffline, self.delay) = (isOffline, delay)
        base = "https://\(name).invalid"
    }

    var webServices: [String: String] { [name: base] }

    func canResolve(_ url: RouteURL) -> Availability { .no }

    func recall(_ question: Question) -> RecalledAnswer? {
        RecalledAnswer(nil, source: "a web service for the calls of modules")
    }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
        guard let call = question.call, call.service == name else { return nil }
        if isOffline { throw .offline(resolver: name) }
        if delay > .zero { try? await Task.sleep(for: delay) }
        if let body = question.body { call.progress?(body.count, body.count) }
        let path = question.url.segments
        let bytes = try bytes(at: path.dropLast() + [(path.last ?? "") + ".json"], for: call)
        do throws(PayloadError) {
            return .value(call.answerForm == .bytes ? Payload(bytes) : try Payload(json: bytes))
        } catch {
            let file = PlainText.line("\(path.joined(separator: "/")).json: \(error)", limit: 200)
            throw .invalidAnswer(resolver: name, reason: file)
        }
    }

    /// Returns the content of a file; `null` for an empty one.
    private func bytes(at names: [String], for call: WebServiceCall) throws(ResolverError) -> [UInt8] {
        let file = PlainText.line(names.joined(separator: "/"), limit: 200)
        do throws(FileError) {
            return try File.plainBytes(at: names, below: folder, limit: call.sizeLimit)
        } catch {
            switch error {
            case .empty: return Array("null".utf8)
            case .system(ENOENT), .system(ENOTDIR):
                throw .status(resolver: name, code: 404, excerpt: "\(folder) has no file \(file)")
            case .tooLarge:
                throw .invalidAnswer(resolver: name, reason: "\(file): \(error), \(call.sizeLimitText)")
            default: throw .unavailable(resolver: name, reason: "\(folder)/\(file) cannot be read: \(error)")
            }
        }
    }
}
