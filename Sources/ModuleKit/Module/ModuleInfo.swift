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
    /// One line for people.
    public let summary: String
    /// The modules that must be started before this one.
    public private(set) var requirements: [Requirement] = []
    /// The team that owns the module's routes, if the author names one; a scan keeps it with each route.
    public private(set) var team: String?
    /// The names of the web services that the module sends calls to; the host has their addresses.
    public private(set) var webServices: [String] = []
    /// Whether the module asks for a process of its own, which the host then gives it without a word of the user.
    public private(set) var isIsolated = false
    /// The defaults of the settings as an object, with `null` for a setting without one; `nil` without settings.
    @_spi(Host) public private(set) var settings: JSONValue?
    /// The names of the settings that no list and no error shows.
    @_spi(Host) public private(set) var sensitiveSettings: [String] = []

    /// Creates a description, which modifiers complete.
    public init(_ name: String, _ version: Version, _ summary: String) {
        self.name = name
        self.version = version
        self.summary = summary
    }

    /// Creates the description that a scan kept.
    @_spi(Host) public init(
        _ name: String, _ version: Version, _ summary: String, requirements: [Requirement], webServices: [String] = [],
        isIsolated: Bool = false, settings: JSONValue? = nil, sensitiveSettings: [String] = []
    ) {
        self.init(name, version, summary)
        (self.requirements, self.webServices, self.isIsolated) = (requirements, webServices, isIsolated)
        (self.settings, self.sensitiveSettings) = (settings, sensitiveSettings)
    }

    /// Returns the description of a module that needs another one, started before it, in a range of versions.
    public func requires(_ module: String, _ versions: Range<Version>) -> ModuleInfo {
        with { $0.requirements.append(Requirement(module, versions)) }
    }

    /// Returns the description of a module that sends calls to web services.
    ///
    /// - Parameter names: names such as `accounts`: a lower-case letter, then lower-case letters, digits and hyphens.
    public func webServices(_ names: String...) -> ModuleInfo { with { $0.webServices += names } }

    /// Returns the description of a module with settings, which `context.configuration()` reads.
    ///
    /// - Parameters:
    ///   - defaults: the settings without a value from outside; a property without a default is an optional.
    ///   - sensitive: the names of the settings whose values no list and no error shows.
    public func settings(_ defaults: some Codable & Sendable, sensitive: String...) -> ModuleInfo {
        let absent = TypeShape(type(of: defaults)).properties.map { ($0.name, JSONValue.null) }
        let tree: JSONValue
        // An error of the author that each scan meets, in a process of its own: the host cannot read such defaults.
        do { tree = try Payload(defaults).tree() } catch { fatalError("\(name)'s settings: \(error); change them") }
        let given = if case .object(let members) = tree { members } else { [String: JSONValue]() }
        let all = given.merging(absent) { given, _ in given }
        return with { ($0.settings, $0.sensitiveSettings) = (.object(all), sensitive) }
    }

    /// Returns the description with the team that owns the module's routes, which lists and conflicts of routes name.
    ///
    /// A route of another team has the label `team` with that name.
    public func team(_ name: String) -> ModuleInfo { with { $0.team = name } }

    /// Returns the description of a module that runs in a process of its own, as after `module isolate`.
    public func isolated() -> ModuleInfo { with { $0.isIsolated = true } }

    /// The version that cannot be read, in words: the module's own or that of a requirement; `nil` for none.
    @_spi(Host) public var unreadableVersion: String? {
        if !version.isReadable { return "its own" }
        let requirement = requirements.first { !$0.versions.lowerBound.isReadable || $0.versions.isEmpty }
        return requirement.map { "that of \($0.module)" }
    }

    private func with(_ change: (inout ModuleInfo) -> Void) -> ModuleInfo {
        var info = self
        change(&info)
        return info
    }
}

/// A required module, in a range of versions.
public struct Requirement: Sendable, Equatable {
    /// The other module's name.
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
