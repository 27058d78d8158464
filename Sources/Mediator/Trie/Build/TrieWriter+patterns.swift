extension TrieWriter {
    /// Writes what is kept of a pattern beside its way through the trie.
    mutating func add(_ indexed: IndexedPattern, next: Int32) {
        let pattern = indexed.pattern
        let names = lists.range(ofNames: pattern.parameterNames, &parts)
        let types = lists.range(ofTypes: pattern.ownTypes.map { number(of: $0) }, &parts)
        parts.patterns.append(
            FrozenPattern(
                text: parts.add(pattern.text), firstName: UInt32(names.lowerBound), nameCount: UInt32(names.count),
                firstType: UInt32(types.lowerBound), typeCount: UInt32(types.count),
                priority: Int64(indexed.priority), next: UInt32(next + 1), allowsNone: pattern.allowsNone ? 1 : 0))
    }

    /// The number of a module's own type, which is kept as a parameter without a name.
    private mutating func number(of type: ParameterType) -> UInt32 {
        if let number = types[type] { return number }
        let parameter = special(PatternParameter(name: "", type: type))
        parts.types.append(FrozenType(name: parts.add(type.name), parameter: parameter))
        types[type] = UInt32(parts.types.count - 1)
        return UInt32(parts.types.count - 1)
    }

    /// Writes a pattern from its first optional group on.
    mutating func writeGroup(_ pattern: RoutePattern, number: Int) {
        let before = pattern.elements.prefix { if case .group = $0 { false } else { true } }
        var names = before.flatMap(\.parameterNames).count
        let steps = PatternSteps(pattern).steps.dropFirst(before.count).map { step -> GroupStep in
            switch step {
            case .orSkip(let target): GroupStep(kind: GroupStep.Kind.orSkip, value: UInt32(target - before.count))
            case .element(let element): groupStep(element, name: &names)
            }
        }
        parts.groups.append(
            FrozenGroup(
                firstStep: UInt32(parts.steps.count), stepCount: UInt32(steps.count), pattern: UInt32(number)))
        parts.steps += steps
    }

    private mutating func groupStep(_ element: PatternElement, name: inout Int) -> GroupStep {
        defer { name += element.parameterNames.count }
        switch element {
        case .literal(let text):
            let range = parts.add(text)
            return GroupStep(kind: GroupStep.Kind.literal, value: range.start, length: range.count)
        case .parameter(let parameter) where parameter.isPlain:
            return GroupStep(kind: GroupStep.Kind.plain, name: UInt32(name))
        case .parameter(let parameter):
            return GroupStep(kind: GroupStep.Kind.special, name: UInt32(name), value: special(parameter))
        case .wildcard(_, let allowsNone):
            let kind = allowsNone ? GroupStep.Kind.optionalWildcard : GroupStep.Kind.wildcard
            return GroupStep(kind: kind, name: UInt32(name))
        // Steps have no groups in them.
        case .group: return GroupStep(kind: GroupStep.Kind.orSkip)
        }
    }
}
