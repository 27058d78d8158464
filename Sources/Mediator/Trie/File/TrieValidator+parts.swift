extension TrieValidator {
    /// Texts, parameters and types.
    func validateTexts() throws(TrieFault) {
        for (number, range) in layout.alternatives.enumerated() { try require(isText(range), "alternatives", number) }
        for (number, range) in layout.names.enumerated() { try require(isText(range), "names", number) }
        for (number, parameter) in layout.parameters.enumerated() {
            let alternatives = (parameter.firstAlternative, parameter.alternativeCount)
            try require(isText(parameter.prefix) && isText(parameter.suffix), "parameters", number)
            try require(
                Self.isPart(alternatives.0, alternatives.1, of: layout.alternatives.count), "parameters", number)
        }
        for (number, type) in layout.types.enumerated() {
            try require(isText(type.name) && type.parameter < layout.parameters.count, "types", number)
        }
        for (number, use) in layout.typeUses.enumerated() { try require(use < layout.types.count, "type uses", number) }
    }

    mutating func validatePatterns() throws(TrieFault) {
        for (number, pattern) in layout.patterns.enumerated() {
            try require(isText(pattern.text), "patterns", number)
            try require(Self.isPart(pattern.firstName, pattern.nameCount, of: layout.names.count), "patterns", number)
            try require(
                Self.isPart(pattern.firstType, pattern.typeCount, of: layout.typeUses.count), "patterns", number)
            try claim(pattern.next, in: &seenPatterns, "patterns", number)
        }
    }

    /// The groups' steps stand in the order of the groups, so that each is looked at once.
    mutating func validateGroups() throws(TrieFault) {
        var next = 0
        for (number, group) in layout.groups.enumerated() {
            let isInside = Self.isPart(group.firstStep, group.stepCount, of: layout.steps.count)
            try require(isInside && Int(group.firstStep) == next, "groups", number)
            // As many as the longest pattern can have, so that a match is not too deep.
            try require(group.stepCount <= RoutePattern.maximumLength, "groups", number)
            try require(group.pattern < layout.patterns.count, "groups", number)
            try claim(group.pattern + 1, in: &seenPatterns, "groups", number)
            for place in group.steps { try validateStep(place, of: group) }
            next += Int(group.stepCount)
        }
    }

    private func validateStep(_ place: Int, of group: FrozenGroup) throws(TrieFault) {
        let step = layout.steps[place]
        let isRight =
            switch step.kind {
            case GroupStep.Kind.literal: isText(step.text)
            case GroupStep.Kind.special: step.value < layout.parameters.count
            case GroupStep.Kind.orSkip:
                Int(step.value) > place - Int(group.firstStep) && step.value <= group.stepCount
            default: step.kind <= GroupStep.Kind.orSkip
            }
        try require(isRight, "steps", place)
    }

    /// The tails stand one behind the other, after a byte that is none.
    mutating func validateTails() throws(TrieFault) {
        try require(!layout.tails.isEmpty, "tails", 0)
        var place = 1
        while place < layout.tails.count {
            let start = place
            try require(start + TailStep.first < layout.tails.count, "tails", start)
            let pattern = layout.tails.loadUnaligned(fromByteOffset: start, as: UInt32.self)
            try require(pattern < layout.patterns.count, "tails", start)
            try claim(pattern + 1, in: &seenPatterns, "tails", start)
            tails[start] = try validateTail(from: start, end: &place)
        }
    }

    /// Follows a tail to the place behind its end.
    private func validateTail(from start: Int, end place: inout Int) throws(TrieFault) -> TailKind {
        place = start + TailStep.first
        var kinds: [UInt8] = []
        while true {
            try require(place < layout.tails.count, "tails", start)
            let kind = layout.tails[place]
            if kinds.count < 3 { kinds.append(kind) }
            try require(kind <= TailStep.optionalWildcard, "tails", start)
            if kind == TailStep.end || kind >= TailStep.wildcard { break }
            place = try validateTailStep(at: place, of: start)
        }
        // A wildcard has an end behind it, which nobody reads.
        let length = layout.tails[place] == TailStep.end ? 1 : 2
        place += length
        try require(place <= layout.tails.count && layout.tails[place - 1] == TailStep.end, "tails", start)
        guard kinds.first == TailStep.literal else { return .any }
        return kinds.count == 2 && kinds[1] == TailStep.end ? .rest : .beginsWithLiteral
    }

    /// The place behind a step that is not the last one.
    private func validateTailStep(at place: Int, of tail: Int) throws(TrieFault) -> Int {
        let count = layout.tails.count
        switch layout.tails[place] {
        case TailStep.literal:
            try require(place + TailStep.text <= count, "tails", tail)
            let span = layout.tails.loadUnaligned(fromByteOffset: place + 1, as: UInt16.self)
            let length = layout.tails.loadUnaligned(fromByteOffset: place + 3, as: UInt16.self)
            try require(span > 0 && length > 0, "tails", tail)
            return place + TailStep.text + Int(length)
        case TailStep.special:
            try require(place + 5 <= count, "tails", tail)
            let parameter = layout.tails.loadUnaligned(fromByteOffset: place + 1, as: UInt32.self)
            try require(parameter < layout.parameters.count, "tails", tail)
            return place + 5
        default: return place + 1
        }
    }
}
