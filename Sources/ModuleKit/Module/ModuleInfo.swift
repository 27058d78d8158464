@_spi(Host) public import Mediator

/// The description of a module.
///
/// ```swift
/// static let info = ModuleInfo("Messages", "1.0", "Inbox").requires("Account", "1.0"..<"2.0").webServices("messages")
/// ```
public struct ModuleInfo: Sendable, Equatable {
    /// The name: a letter, then letters, digits and `_`.
    public let name: String
    /// The module's own version.
    public let version: Version
    /// The purpose of the module, in one line for its users.
    public let summary: String
    /// The modules that must be started before this one.
    public private(set) var requirements: [Requirement] = []
    /// The name of the team that owns the module's routes, recorded with each route; `nil` if the author names no team.
    public private(set) var team: String?
    /// The names of the web services that the module calls; the host is configured with their addresses.
    public private(set) var webServices: [String] = []
    /// Whether the module requires a separate process, which the host grants without the user's consent.
    public private(set) var isIsolated = false
    /// Whether the module starts together with the host, and not when it is first needed.
    public private(set) var isStartedWithHost = false
    /// The default settings as an object, with `null` for a setting without a default; `nil` if the module has no
    /// settings.
    @_spi(Host) public private(set) var settings: JSONValue?
    /// The names of the sensitive settings, whose values are redacted in lists and errors.
    @_spi(Host) public private(set) var sensitiveSettings: [String] = []

    /// Creates a description, to which modifiers add the optional parts.
    public init(_ name: String, _ version: Version, _ summary: String) {
        self.name = name
        self.version = version
        self.summary = summary
    }

    /// Creates a description from the host's record of the module's declarations.
    @_spi(Host) public init(
        _ name: String, _ version: Version, _ summary: String, requirements: [Requirement], webServices: [String] = [],
        isIsolated: Bool = false, settings: JSONValue? = nil, sensitiveSettings: [String] = []
    ) {
        self.init(name, version, summary)
        (self.requirements, self.webServices, self.isIsolated) = (requirements, webServices, isIsolated)
        (self.settings, self.sensitiveSettings) = (settings, sensitiveSettings)
    }

    /// Returns a copy that also requires another module in a range of versions; the host starts that module first.
    public func requires(_ module: String, _ versions: Range<Version>) -> ModuleInfo {
        with { $0.requirements.append(Requirement(module, versions)) }
    }

    /// Returns a copy with the names of web services that the module calls.
    ///
    /// - Parameter names: names such as `accounts`: a lower-case letter, then lower-case letters, digits and hyphens.
    public func webServices(_ names: String...) -> ModuleInfo { with { $0.webServices += names } }

    /// Returns a copy with settings, which `context.configuration()` reads.
    ///
    /// - Parameters:
    ///   - defaults: the default settings; a property without a default must be optional.
    ///   - sensitive: the names of the settings whose values are redacted in lists and errors.
    public func settings(_ defaults: some Codable & Sendable, sensitive: String...) -> ModuleInfo {
        let absent = TypeShape(type(of: defaults)).properties.map { ($0.name, JSONValue.null) }
        let tree: JSONValue
        // The host cannot read defaults that cannot be encoded. `fatalError` ends only the separate process in which
        // the host reads declarations.
        do { tree = try Payload(defaults).tree() } catch { fatalError("\(name)'s settings: \(error); change them") }
        let given = if case .object(let members) = tree { members } else { [String: JSONValue]() }
        let all = given.merging(absent) { given, _ in given }
        return with { ($0.settings, $0.sensitiveSettings) = (.object(all), sensitive) }
    }

    /// Returns a copy with the team that owns the module's routes; lists and conflicts of routes name the team.
    ///
    /// If another team owns one of the routes, give that route the label `team` with the other team's name.
    public func team(_ name: String) -> ModuleInfo { with { $0.team = name } }

    /// Returns a copy for a module that must run in a separate process, as after `module isolate`.
    public func isolated() -> ModuleInfo { with { $0.isIsolated = true } }

    /// Returns a copy for a module that works by itself, such as with a timer, and therefore starts with the host.
    ///
    /// A module with services also does; any other module starts at the first request or event for it. Only life-cycle
    /// events start no module, so a module that needs all of them starts with the host.
    public func startsWithHost() -> ModuleInfo { with { $0.isStartedWithHost = true } }

    /// A text that names the first unreadable version, the module's or a requirement's; `nil` if all are readable.
    @_spi(Host) public var unreadableVersion: String? {
        if !version.isReadable { return "the module's version" }
        let requirement = requirements.first { !$0.versions.lowerBound.isReadable || $0.versions.isEmpty }
        return requirement.map { "the range required of \($0.module)" }
    }

    private func with(_ change: (inout ModuleInfo) -> Void) -> ModuleInfo {
        var info = self
        change(&info)
        return info
    }
}

/// A required module, in a range of versions.
public struct Requirement: Sendable, Equatable {
    /// The required module's name.
    public let module: String
    /// The accepted versions.
    public let versions: Range<Version>

    /// Creates a requirement.
    public init(_ module: String, _ versions: Range<Version>) {
        self.module = module
        self.versions = versions
    }
}

extension Requirement: CustomStringConvertible {
    /// The requirement as text, such as `Account [1.0.0,2.0.0)`.
    public var description: String { "\(module) \(versions.notation)" }
}
