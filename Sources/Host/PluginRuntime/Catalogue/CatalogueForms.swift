@_spi(Host) import ModuleKit
import Platform

extension FileIdentity: FrameRecord {
    static let form = FrameForm(nil) {
        FileIdentity(device: $0, inode: $1, size: $2, modified: $3, changed: $4)
    } _: {
        ($0.device, $0.inode, $0.size, $0.modified, $0.changed)
    }
}

extension ModuleDescriptor: FrameRecord {
    static let form = FrameForm(nil) {
        ModuleDescriptor(
            info: $0, file: $1, source: $2, library: $3, content: $4, startsWithHost: $5, isDisabled: $6, refusal: $7,
            identities: $8, isolation: $9, ownContent: $10)
    } _: {
        (
            $0.info, $0.file, $0.source, $0.library, $0.content, $0.startsWithHost, $0.isDisabled, $0.refusal,
            $0.identities, $0.isolation, $0.ownContent
        )
    }
}

extension ModuleInfo: FrameRecord {
    static let form = FrameForm(nil) {
        ModuleInfo($0, $1, $2, requirements: $3, webServices: $4, isIsolated: $5)
    } _: {
        ($0.name, $0.version, $0.summary, $0.requirements, $0.webServices, $0.isIsolated)
    }
}

extension Version: FrameRecord {
    static let form = FrameForm(nil, { Version($0, $1, $2) }) { ($0.major, $0.minor, $0.patch) }
}

extension Requirement: FrameRecord {
    static let form = FrameForm(nil) { (module: String, first: Version, end: Version) throws -> Requirement in
        guard first <= end else { throw FrameError.malformed }
        return Requirement(module, first..<end)
    } _: {
        ($0.module, $0.versions.lowerBound, $0.versions.upperBound)
    }
}

extension SearchFolder.Source: FrameValue {}

extension ModuleLibrary: FrameRecord {
    static let form = FrameForm(nil) {
        ModuleLibrary(path: $0, bundledLibraries: $1, outsideFiles: $2, isOpenedThroughLinks: $3)
    } _: {
        ($0.path, $0.bundledLibraries, $0.outsideFiles, $0.isOpenedThroughLinks)
    }
}

extension ContentHash: FrameRecord {
    static let form = FrameForm(nil, { try FrameDecoder.known(ContentHash($0 as String)) }) { $0.text }
}

extension IsolationLimits: FrameRecord {
    static let form = FrameForm(nil) {
        IsolationLimits(megabytes: $0, seconds: $1, files: $2, hasNetwork: $3, environment: $4)
    } _: {
        ($0.megabytes, $0.seconds, $0.files, $0.hasNetwork, $0.environment)
    }
}

/// The problem is JSON, since few modules are refused.
extension Refusal: FrameRecord {
    static let form = FrameForm(nil) {
        Refusal(module: $0, file: $1, source: $2, ($3 as FrameJSON).value)
    } _: {
        ($0.module, $0.file, $0.source, FrameJSON($0.problem))
    }
}

extension ModuleState: FrameValue {}

/// The record of what is no module that could be started.
extension ModuleRecord: FrameRecord {
    static let form = FrameForm(nil, { ModuleRecord($0, state: $1, content: $2) }) { record in
        record.refusal.map { ($0, record.state, record.content) }
    }
}

/// The declarations by which requests find a module, without code. Types and rewrites are JSON, since few modules have them.
extension Registration: FrameRecord {
    static let form = FrameForm(nil) { (owner, types: FrameJSON?, routes, rewrites: FrameJSON?, interceptors) in
        var registration = Registration(owner: owner)
        registration.types = types?.value ?? []
        registration.routes = routes
        registration.rewrites = rewrites?.value ?? []
        registration.interceptors = interceptors
        return registration
    } _: {
        (
            $0.owner, $0.types.isEmpty ? nil : FrameJSON($0.types), $0.routes,
            $0.rewrites.isEmpty ? nil : FrameJSON($0.rewrites), $0.interceptors
        )
    }
}

/// An interceptor without a handler, and without its place in the order.
extension Interceptor: FrameRecord {
    static let form = FrameForm(nil, { Interceptor($0, on: $1, label: $2) }) { ($0.name, $0.patterns, $0.label) }
}

/// A route without a handler.
extension Route: FrameRecord {
    static let form = FrameForm(nil) { (pattern, verb, access, priority, mayDecline, isFallback, sensitive, labels) in
        let location = DeclarationSite(fileID: "", line: 0)
        var route = Route(pattern, verb: verb, access: access, location: location) { _ in .declined }
        route.priority = priority
        (route.mayDecline, route.isFallback) = (mayDecline, isFallback)
        route.sensitiveParameters = Set(sensitive as [String])
        route.labels = labels
        return route
    } _: {
        (
            $0.pattern, $0.verb, $0.access, $0.priority, $0.mayDecline, $0.isFallback, $0.sensitiveParameters.sorted(),
            $0.labels
        )
    }
}

extension Access: FrameValue {}

extension RouteLabel: FrameRecord {
    static let form = FrameForm(nil, { RouteLabel($0, $1) }) { ($0.name, $0.text) }
}
