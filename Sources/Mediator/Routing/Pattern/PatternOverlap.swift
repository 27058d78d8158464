extension RoutePattern {
    /// Returns whether both patterns may match the same URL, regardless of their specificity.
    @_spi(Host) public func overlaps(_ other: RoutePattern) -> Bool {
        let schemes = Set([scheme, other.scheme].compactMap(\.self))
        guard schemes.count < 2, Set([host, other.host].compactMap(\.self)).count < 2 else { return false }
        return forms.contains { form in other.forms.contains { form.overlaps($0) } }
    }

    /// Returns whether the pattern matches each URL that another pattern matches.
    @_spi(Host) public func covers(_ other: RoutePattern) -> Bool {
        guard scheme == other.scheme || scheme == nil && other.scheme?.hasPrefix("http") != true,
            host == nil || host == other.host
        else { return false }
        return other.forms.allSatisfy { form in forms.contains { $0.covers(form) } }
    }

    /// Returns this pattern's names for the parameters of another pattern, keyed by the names in the other pattern.
    ///
    /// Returns `nil` unless this pattern matches each URL of the other pattern, with the same values.
    @_spi(Host) public func renaming(from other: RoutePattern) -> [String: String]? {
        guard covers(other) else { return nil }
        var names: [String: String] = [:]
        for form in other.forms {
            let isSame = { (own: [PatternElement]) in own.covers(form) && zip(own, form).allSatisfy { $0.isAlike($1) } }
            guard let own = forms.first(where: isSame) else { return nil }
            for (name, former) in zip(own.flatMap(\.parameterNames), form.flatMap(\.parameterNames)) {
                names[former] = name
            }
        }
        return names
    }
}

extension [PatternElement] {
    /// Returns whether neither form is better: both may match one path, with equal specificity at each segment.
    func isUndecided(beside other: [PatternElement]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.meets($1) }
    }

    /// Returns whether the form matches each path that another form matches.
    fileprivate func covers(_ other: [PatternElement]) -> Bool {
        for (place, element) in enumerated() {
            if case .wildcard(_, let allowsNone) = element {
                return allowsNone || other.count > place && !other[place].mayBeEmpty
            }
            guard place < other.count, element.covers(other[place]) else { return false }
        }
        return count == other.count
    }

    /// Returns whether two forms may match the same path.
    fileprivate func overlaps(_ other: [PatternElement]) -> Bool {
        for (element, otherElement) in zip(self, other) {
            if element.isWildcard || otherElement.isWildcard { return true }
            guard element.mayMeet(otherElement) else { return false }
        }
        return (dropFirst(other.count) + other.dropFirst(count)).allSatisfy(\.mayBeEmpty)
    }
}

extension PatternElement {
    fileprivate var isWildcard: Bool { if case .wildcard = self { true } else { false } }

    fileprivate var mayBeEmpty: Bool { if case .wildcard(_, allowsNone: true) = self { true } else { false } }

    /// Returns whether both elements are of one kind: text, parameter or wildcard.
    fileprivate func isAlike(_ other: PatternElement) -> Bool {
        isWildcard == other.isWildcard && parameterNames.count == other.parameterNames.count
    }

    /// Returns whether the element matches each segment that another element matches.
    fileprivate func covers(_ other: PatternElement) -> Bool {
        switch (self, other) {
        case (.literal(let text), .literal(let otherText)): text == otherText
        case (.parameter(let parameter), .literal(let text)): parameter.accepts(text)
        case (.parameter(let parameter), .parameter(let other)):
            parameter.prefix == other.prefix && parameter.suffix == other.suffix
                && (parameter.type == nil || parameter.type == other.type)
        default: false
        }
    }

    /// Returns whether both elements may match the same segment, with equal specificity.
    fileprivate func meets(_ other: PatternElement) -> Bool {
        switch (self, other) {
        case (.literal(let text), .literal(let otherText)): text == otherText
        case (.parameter(let parameter), .parameter(let otherParameter)): parameter.meets(otherParameter)
        default: isWildcard && other.isWildcard
        }
    }

    /// Returns whether both elements may match the same segment.
    fileprivate func mayMeet(_ other: PatternElement) -> Bool {
        switch (self, other) {
        case (.literal(let text), .literal(let otherText)): text == otherText
        case (.literal(let text), .parameter(let parameter)), (.parameter(let parameter), .literal(let text)):
            parameter.accepts(text)
        default: true
        }
    }
}

extension PatternParameter {
    /// Returns whether both parameters may match the same segment, with equal specificity.
    fileprivate func meets(_ other: PatternParameter) -> Bool {
        guard Specificity(self) == Specificity(other) else { return false }
        guard prefix.hasPrefix(other.prefix) || other.prefix.hasPrefix(prefix) else { return false }
        guard suffix.hasSuffix(other.suffix) || other.suffix.hasSuffix(suffix) else { return false }
        guard let type, let otherType = other.type else { return true }
        return prefix == other.prefix && suffix == other.suffix ? type.overlaps(otherType) : true
    }
}
