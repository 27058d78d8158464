/// Any remote page is rendered at any width, with and without colours, or is an error.
func fuzzPage(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(data, count)
    let width = width(&input)
    let elements = elements(&input, depth: 0)
    let json = #"{"kind":"page","page":{"title":\#(text(&input)),"elements":\#(elements)}}"#
    let answer: Resolution
    do {
        answer = try Resolution(json: Array(json.utf8), from: "fuzzer")
    } catch {
        precondition(!error.description.isEmpty, "an error says what is wrong")
        return 0
    }
    guard case .page(let page) = answer else { preconditionFailure("a page is a page: \(json)") }
    let numbers = PageNumbers()
    let painter = LinePainter(usesColour: input.choice(below: 2) == 0)
    for line in PageRenderer(width: width, numbers: numbers).lines(of: page) {
        precondition(
            line.width < 2 * Layout.columnLimit || width == PageRenderer.endlessWidth, "\(line.width) columns: \(json)")
        _ = painter.text(of: line)
    }
    for case .form(let form, _) in numbers.targets {
        for field in form.fields { try? field.check("typed") }
    }
    return 0
}

/// The width of a window or of `COLUMNS`, or no limit, as with `--plain`.
private func width(_ input: inout Input) -> Int {
    switch input.choice(below: 3) {
    case 0: PageRenderer.endlessWidth
    case 1: 20 + input.choice(below: 256)
    default: Layout.columnLimit
    }
}

private let numbers = [
    "0", "1", "-1", "2", "9", "10", "16", "40", "999", "10000", "10001", "2147483647", "2147483648",
    "4611686018427387904", "9223372036854775806", "9223372036854775807", "9223372036854775808", "-9223372036854775807",
    "-9223372036854775808",
    "1e18", "1e19", "1e308", "1e309", "0.5", "-0.0", "null",
]

private let texts = [
    "", "a", " ", "a word and another", "上海市", "👩🏽‍🚀", "e\u{301}", "\\n", "\\u0000", "\\u202e", "\u{200B}\u{E0041}",
    "，。", "\\t",
    String(repeating: "long", count: 50), String(repeating: "\u{301}", count: 40),
]

private func number(_ input: inout Input) -> String { numbers[input.choice(below: numbers.count)] }

private func text(_ input: inout Input) -> String { "\"\(texts[input.choice(below: texts.count)])\"" }

private func several(_ input: inout Input, _ make: (inout Input) -> String) -> String {
    "[" + (0..<input.choice(below: 4)).map { _ in make(&input) }.joined(separator: ",") + "]"
}

private func elements(_ input: inout Input, depth: Int) -> String {
    several(&input) { element(&$0, depth: depth) }
}

private func element(_ input: inout Input, depth: Int) -> String {
    let style = #""style":"strong""#
    switch input.choice(below: 10) {
    case 0: return #"{"kind":"text","text":\#(text(&input)),\#(style)}"#
    case 1: return #"{"kind":"field","name":\#(text(&input)),"value":\#(text(&input))}"#
    case 2: return #"{"kind":"link","title":\#(text(&input)),"url":"app://a"}"#
    case 3: return #"{"kind":"progress","title":\#(text(&input)),"fraction":\#(number(&input))}"#
    case 4: return #"{"kind":"list","items":\#(several(&input, item))}"#
    case 5: return #"{"kind":"table","columns":\#(several(&input, column)),"rows":\#(several(&input, row))}"#
    case 6: return #"{"kind":"form","title":\#(text(&input)),"url":"app://a","fields":\#(several(&input, field))}"#
    case 7: return #"{"kind":"chart","fallback":\#(text(&input))}"#
    default: return container(&input, depth: depth + 1)
    }
}

private func item(_ input: inout Input) -> String {
    #"{"title":\#(text(&input)),"detail":\#(text(&input)),"message":\#(number(&input))}"#
}

private func column(_ input: inout Input) -> String {
    #"{"title":\#(text(&input)),"alignment":"\#(["leading", "center", "trailing"][input.choice(below: 3)])"}"#
}

private func row(_ input: inout Input) -> String { #"{"cells":\#(several(&input, text))}"# }

private func field(_ input: inout Input) -> String {
    let name = input.choice(below: 256)
    let kind = ["text", "secret", "integer", "number", "boolean", "choice"][input.choice(below: 6)]
    let lengths = #""minlength":\#(number(&input)),"maxlength":\#(number(&input))"#
    let bounds = #""min":\#(number(&input)),"max":\#(number(&input)),"initial":\#(text(&input))"#
    return #"{"name":"\#(name)","kind":"\#(kind)",\#(lengths),\#(bounds)}"#
}

private func container(_ input: inout Input, depth: Int) -> String {
    let state = ["ready", "ready", "ready", "loading", "failed", "offline", "melting"][input.choice(below: 7)]
    let axis = ["horizontal", "vertical"][input.choice(below: 2)]
    let alignment = ["leading", "center", "trailing"][input.choice(below: 3)]
    let numbers = #""indent":\#(number(&input)),"width":\#(number(&input))"#
    let layout = #"{"axis":"\#(axis)","alignment":"\#(alignment)",\#(numbers)}"#
    let content = depth > 20 ? "[]" : elements(&input, depth: depth)
    return #"{"kind":"container","state":"\#(state)","layout":\#(layout),"elements":\#(content)}"#
}
