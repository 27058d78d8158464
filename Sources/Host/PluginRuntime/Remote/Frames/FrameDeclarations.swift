@_spi(Host) import ModuleKit

/// The declarations of a module, without their code.
extension Manifest: FrameRecord {
    static let form = FrameForm(nil) { (registration: Registration) throws -> Manifest in
        try registration.checkCounts()
        return Manifest(registration, hasValues: true)
    } _: {
        $0.registration(of: $0.owner)
    }
}

/// All declarations of a module. Decoded declarations have no code.
extension Registration: FrameRecord {
    static let form = FrameForm(nil) { (owner, types, routes, rewrites, interceptors, services, subscriptions) in
        var registration = Registration(owner: owner)
        (registration.types, registration.routes, registration.rewrites) = (types, routes, rewrites)
        (registration.interceptors, registration.services) = (interceptors, services)
        registration.subscriptions = subscriptions
        return registration
    } _: {
        ($0.owner, $0.types, $0.routes, $0.rewrites, $0.interceptors, $0.services, $0.subscriptions)
    }
}

/// A route's types and location are only needed in lists of routes. If `remoteTypes` is `nil`, the location is not
/// written either.
extension Route: FrameRecord {
    static let form = FrameForm(nil) {
        (
            pattern, verb, access, priority, mayDecline, isFallback, sensitive: [String], labels, name, valueForm,
            window, types, location: DeclarationSite?
        ) in
        let location = location ?? DeclarationSite(fileID: "", line: 0)
        var route = Route(pattern, verb: verb, access: access, location: location) { _ in .declined }
        (route.priority, route.mayDecline, route.isFallback) = (priority, mayDecline, isFallback)
        (route.labels, route.name) = (labels, name)
        if !sensitive.isEmpty { route.sensitiveParameters = Set(sensitive) }
        (route.valueForm, route.duplicateWindow, route.remoteTypes) = (valueForm, window, types)
        return route
    } _: {
        (
            $0.pattern, $0.verb, $0.access, $0.priority, $0.mayDecline, $0.isFallback,
            $0.sensitiveParameters.sorted(), $0.labels, $0.name, $0.valueForm, $0.duplicateWindow,
            $0.remoteTypes, $0.remoteTypes == nil ? nil : $0.location
        )
    }
}

extension Access: FrameValue {}
extension ValueForm: FrameValue {}

extension RouteLabel: FrameRecord {
    static let form = FrameForm(nil, { RouteLabel($0, $1) }) { ($0.name, $0.text) }
}

extension DeclarationSite: FrameRecord {
    static let form = FrameForm(nil, { DeclarationSite(fileID: $0, line: $1) }) { ($0.fileID, $0.line) }
}

extension Route.Types: FrameRecord {
    static let form = FrameForm(nil, Route.Types.init) { ($0.input, $0.value, $0.inputShape, $0.valueShape) }
}

extension TypeShape: FrameChoice {
    static let forms: [FrameForm<TypeShape>] = [
        FrameForm(0, .int), FrameForm(1, .uint), FrameForm(2, .double), FrameForm(3, .bool), FrameForm(4, .text),
        FrameForm(5, { .alternatives($0) }) { if case .alternatives(let texts) = $0 { texts } else { nil } },
        FrameForm(6, { .formatted(type: $0, format: $1) }) {
            if case .formatted(let type, let format) = $0 { (type, format) } else { nil }
        },
        FrameForm(7, { .object($0, gap: $1) }) {
            if case .object(let properties, let gap) = $0 { (properties, gap) } else { nil }
        },
        FrameForm(8, { .array($0) }) { if case .array(let element) = $0 { element } else { nil } },
        FrameForm(9, { .dictionary($0) }) { if case .dictionary(let value) = $0 { value } else { nil } },
        FrameForm(10, { .nullable($0) }) { if case .nullable(let value) = $0 { value } else { nil } },
        FrameForm(12, { .choices($0) }) { if case .choices(let numbers) = $0 { numbers } else { nil } },
        FrameForm(11, { .unknown(gap: $0) }) { if case .unknown(let gap) = $0 { .some(gap) } else { nil } },
    ]
}

extension RouteParameter: FrameRecord {
    static let form = FrameForm(nil, RouteParameter.init) { ($0.name, $0.shape, $0.isOptional) }
}

extension ParameterType: FrameRecord {
    static let form = FrameForm(nil, { ParameterType(name: $0, shape: $1) }) { ($0.name, $0.shape) }
}

extension ParameterType.Shape: FrameChoice {
    static let forms: [FrameForm<ParameterType.Shape>] = [
        FrameForm(0, .integer), FrameForm(1, .unsigned), FrameForm(2, .decimal), FrameForm(3, .uuid),
        FrameForm(4, .slug),
        FrameForm(5, { .alternatives($0) }) { if case .alternatives(let texts) = $0 { texts } else { nil } },
        FrameForm(6, { .characters($0, minimum: $1, maximum: $2) }) {
            if case .characters(let set, let minimum, let maximum) = $0 { (set, minimum, maximum) } else { nil }
        },
    ]
}

extension CharacterClass: FrameRecord {
    static let form = FrameForm(nil, CharacterClass.init) { ($0.low, $0.high, $0.beyondASCII) }
}

extension Rewrite: FrameRecord {
    static let form = FrameForm(nil) { (pattern, target, deprecation: String?, location: DeclarationSite) in
        let rewrite = Rewrite(pattern, to: target, fileID: location.fileID, line: location.line)
        return deprecation.map(rewrite.deprecated) ?? rewrite
    } _: {
        ($0.pattern, $0.target, $0.deprecation, $0.location)
    }
}

extension Interceptor: FrameRecord {
    static let form = FrameForm(nil) {
        Interceptor($0, on: $1, label: $2, before: $3, after: $4, location: $5, seesOutcome: $6)
    } _: {
        ($0.name, $0.patterns, $0.label, $0.before, $0.after, $0.location, $0.seesOutcome)
    }
}

extension Offer: FrameRecord {
    static let form = FrameForm(nil) {
        Offer($0, $1, type: $2, location: $3) { throw FrameError.malformed }
    } _: {
        ($0.name, $0.version, $0.type, $0.location)
    }
}

extension Version: FrameRecord {
    static let form = FrameForm(nil, { Version($0, $1, $2) }) { ($0.major, $0.minor, $0.patch) }
}

extension Subscription: FrameRecord {
    static let form = FrameForm(nil, { Subscription(to: $0, within: $1) { _ in } }) { ($0.event, $0.deadline) }
}
