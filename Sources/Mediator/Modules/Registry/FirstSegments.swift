/// The literal first segments of the modules' patterns, each with the first module that uses it.
///
/// An isolated module has exclusive first segments, so its code never receives requests for other modules' URLs.
struct FirstSegments {
    private var owners: [String: String] = [:]

    var isEmpty: Bool { owners.isEmpty }

    /// Adds the first segments of a module's routes, fallbacks and rewrites.
    mutating func add(_ module: Registration) {
        for pattern in module.declaredPatterns where !pattern.isInterceptor { add(pattern.pattern, of: module.owner) }
    }

    /// Adds all literal segments with which a matching path may begin.
    mutating func add(_ pattern: RoutePattern?, of owner: String) {
        for segment in pattern?.elements.firstSegments ?? [] where owners[segment] == nil { owners[segment] = owner }
    }

    /// Returns the faults of an isolated module. This value must contain the first segments of all other modules.
    ///
    /// Interceptors for a label are allowed, because a route's owner consents by adding the label. Interceptors for the
    /// labels `summary` and `team` are not allowed, because these labels only describe a route. Subscriptions to page
    /// events are not allowed, because these events expose titles, URLs and choices of every module.
    func faults(ofIsolated module: Registration) -> [RegistrationFault] {
        let shown = PageChange.eventNames.union([Event.pageChoice.name])
        let events = shown.intersection(module.subscriptions.map(\.event))
        let labels = module.interceptors.compactMap(\.label).filter([RouteLabel.summary, RouteLabel.team].contains)
        let names = events.sorted().map { "subscription to \($0)" } + labels.map { "interceptor for the label \($0)" }
        return names.map { .isolation($0, declared: nil, reason: "covers other modules", otherOwner: nil) }
            + module.declaredPatterns.compactMap { pattern in
                if pattern.priority > 0 { return pattern.fault("has the priority \(pattern.priority)") }
                if pattern.pattern?.firstSegment == nil { return pattern.fault("begins without a literal segment") }
                return fault(of: pattern)
            }
    }

    /// Returns the faults of a module that is not isolated. This value must contain the isolated modules' segments.
    func faults(of module: Registration) -> [RegistrationFault] {
        module.declaredPatterns.compactMap { $0.isInterceptor ? nil : fault(of: $0) }
    }

    private func fault(of pattern: DeclaredPattern) -> RegistrationFault? {
        guard let segment = pattern.pattern?.firstSegment, let owner = owners[segment] else { return nil }
        return pattern.fault("begins with \"\(segment)\" as \(owner)'s patterns do", beside: owner)
    }
}

extension RoutePattern {
    /// The literal first segment in lower case; `nil` if the pattern does not begin with a literal.
    fileprivate var firstSegment: String? {
        if case .literal(let text)? = elements.first { text.lowercased() } else { nil }
    }
}

extension [PatternElement] {
    /// The literal segments with which a matching path may begin, in lower case.
    fileprivate var firstSegments: [String] {
        switch first {
        case .literal(let text): [text.lowercased()]
        case .group(let inner): inner.firstSegments + Array(dropFirst()).firstSegments
        case .parameter, .wildcard, nil: []
        }
    }
}

extension DeclaredPattern {
    fileprivate func fault(_ reason: String, beside other: String? = nil) -> RegistrationFault {
        .isolation(name, declared: location, reason: reason, otherOwner: other)
    }
}
