// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import ModuleKit

/// Is built against the current SDK, and run with an SDK that has additions (`Scripts/check-abi.sh`).
struct AgedModule: Module {
    static let info = ModuleInfo("Aged", "1.2.3", "Was built long ago").requires("Rent", "1.0"..<"2.0")

    static let parameterTypes = [ParameterType("age", alternatives: ["old", "older"])]

    private let context: ModuleContext

    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Call("/aged/info") { _ in "\(Self.info.name) \(Self.info.version): \(Self.info.summary)" }
        Call("/aged/origin") { (request: Request) in Self.words(request.origin) }
        Call("/aged/asks") { _ in
            let options = RequestOptions(deadline: .seconds(5), context: "a context")
            return try await context.call("app://aged/context", as: String.self, options: options)
        }
        Call("/aged/context") { (request: Request) in request.context(as: String.self) ?? "none" }
    }

    private static func words(_ origin: Origin) -> String {
        switch origin {
        case .module(let name): "module \(name)"
        case .shell: "shell"
        case .external: "external"
        @unknown default: "an origin that was not there in my day"
        }
    }
}

@c(switchboard_v1_Aged)
public func switchboardAged(_ host: HostPointer) -> CInt { AgedModule.export(to: host) }
