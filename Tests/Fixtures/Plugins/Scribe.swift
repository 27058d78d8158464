// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// Writes the received texts to the log.
struct ScribeModule: Module {
    static let info = ModuleInfo("Scribe", "1.0", "Logs")
    private let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    struct Line: Codable, Sendable {
        let level: LogLevel?
        let text: String
        let id: Int?
    }

    var routes: [Route] {
        Call("/scribe/write", taking: Line.self) { line in
            context.log(line.level ?? .notice, line.text, ["id": line.id, "city": "Hangzhou"])
            return true
        }
        Call("/scribe/levels") { _ in
            for level in LogLevel.allCases { context.log(level, "at \(level)") }
            return true
        }
        Call("/scribe/long") { _ in
            context.log(.notice, String(repeating: "x", count: 100_000), ["y": String(repeating: "y", count: 100_000)])
            return true
        }
        // The text is the path of a pipe, whose content is logged after the answer.
        Call("/scribe/later", taking: Line.self) { line in
            Task.detached {
                var bytes = [UInt8](repeating: 0, count: 100)
                let pipe = open(line.text, O_RDONLY)
                let count = read(pipe, &bytes, bytes.count)
                context.log(.notice, String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))
            }
            return true
        }
    }
}

@c(switchboard_v1_Scribe)
public func switchboardScribe(_ host: HostPointer) -> CInt { ScribeModule.export(to: host) }
