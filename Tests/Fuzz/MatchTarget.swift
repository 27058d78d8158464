/// Tables and paths of the fuzzer's choices match as in the slow matcher.
func fuzzMatch(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(data, count)
    let texts = (0...input.choice(below: 10)).map { _ in pattern(&input) }
    let pick = ParameterType("pick", alternatives: ["a", "b", "1"])
    var patterns: [IndexedPattern] = []
    for text in texts {
        do throws(RoutePatternError) {
            patterns.append(IndexedPattern(try RoutePattern(text, types: [pick])))
        } catch {
            guard case .tooManyForms = error else { preconditionFailure("\(text): \(error)") }
            return 0
        }
    }
    let index = PatternIndex(patterns)
    let oracle = SlowMatcher(texts)
    while !input.isEmpty {
        let segments = (0..<input.choice(below: 6)).map { _ in words[input.choice(below: words.count)] }
        let text = "/" + segments.joined(separator: input.choice(below: 9) == 0 ? "//" : "/")
        guard let url = try? RouteURL(parsing: text) else { preconditionFailure(text) }
        let expected = oracle.matches(segments)
        let best = index.match(url)
        let same = expected.first { $0.number == best?.number }
        precondition(same?.ranks == expected.first?.ranks && best?.values == same?.values, "\(texts) \(text)")
        precondition(Set(index.matches(url).map(\.number)) == Set(expected.map(\.number)), "\(texts) \(text)")
    }
    return 0
}

private let words = ["a", "b", "ab", "1", "12", "v1", "a-long-literal", "a-long-literax", "a.b", "va.b"]
private let parts = [
    "/a", "/b", "/1", "/a-long-literal", "/a-long-literax", "/ab", "/:NAME", "/:NAME<int>", "/:NAME<pick>", "/v:NAME",
    "/:NAME.b", "/v:NAME<int>",
]

private func pattern(_ input: inout Input) -> String {
    var text = ""
    var names = 0
    func part(_ input: inout Input) -> String {
        names += 1
        let part = parts[input.choice(below: parts.count)].split(separator: "NAME", omittingEmptySubsequences: false)
        return part.joined(separator: "p\(names)")
    }
    for _ in 0..<input.choice(below: 5) {
        switch input.choice(below: 8) {
        case 0: text += "(\(part(&input)))"
        case 1: text += "(\(part(&input))(\(part(&input))))"
        default: text += part(&input)
        }
    }
    switch input.choice(below: 8) {
    case 0: text += "/*rest"
    case 1: text += "/*rest?"
    default: break
    }
    return text.isEmpty ? "/" : text
}
