/// Any text is a pattern, or an error with a column of the text, never a crash.
func fuzzPattern(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let text = Input(data, count).text else { return 0 }
    do {
        let pattern = try RoutePattern(text)
        let again = try RoutePattern(pattern.text)
        precondition(again == pattern, "a pattern is read twice alike")
        precondition(Set(pattern.parameterNames).count == pattern.parameterNames.count, "names are unique")
        _ = PatternIndex([IndexedPattern(pattern)]).byteCount
        let twice = [IndexedPattern(pattern), IndexedPattern(pattern)]
        precondition(PatternIndex.conflicts(twice).last?.pattern == 1, "a pattern conflicts with itself")
    } catch {
        precondition((1...text.composed.utf8.count + 1).contains(error.column), "\(error)")
        precondition(!error.description.isEmpty, "\(error)")
    }
    return 0
}
