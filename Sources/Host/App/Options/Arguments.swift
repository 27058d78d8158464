@_spi(Host) import ModuleKit

/// Parsed arguments: options with their values, and the other words in order.
struct Arguments: Sendable, Equatable {
    private var options: [String: [String]] = [:]
    var words: [String] = []

    /// Parses arguments. The value of an option comes after `=`, or is the next argument. After `--`, each argument is
    /// a word. With `untilFirstWord`, parsing ends at the first word, which names a command; later arguments become
    /// words.
    init(_ arguments: [String], allowed: [Option], untilFirstWord: Bool = false) throws(Failure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                return
            }
            if !argument.hasPrefix("-") || argument == "-" {
                words.append(argument)
                if untilFirstWord {
                    words += rest
                    return
                }
                continue
            }
            try take(argument, allowed: allowed, rest: &rest)
        }
    }

    /// Creates arguments without words, from options by name; a flag has one empty value.
    init(options: [String: [String]]) { self.options = options }

    /// Returns the arguments, with default values for the options that are not given.
    func over(_ defaults: Arguments) -> Arguments {
        var all = self
        all.options.merge(defaults.options) { own, _ in own }
        return all
    }

    func has(_ option: Option) -> Bool { options[option.name] != nil }

    func values(_ option: Option) -> [String] { options[option.name] ?? [] }

    /// Returns the value of an option that is a number, if the option is given.
    func number(_ option: Option, in range: ClosedRange<Int> = 1...86_400_000) throws(Failure) -> Int? {
        guard let text = values(option).last else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .invalidValue(
                option: option.name, found: text, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Returns the given options of a list, as they are typed.
    func typed(_ all: [Option]) -> [String] {
        all.flatMap { option in values(option).flatMap { option.value == nil ? [option.name] : [option.name, $0] } }
    }

    /// Returns the options of both arguments, with the words of `other`.
    func merged(with other: Arguments) -> Arguments {
        var merged = other
        merged.options = options.merging(other.options) { $0 + $1 }
        return merged
    }

    /// Returns the arguments without the options of a command. An option of a command and an option of the host may
    /// have the same name.
    func without(_ own: [Option]) -> Arguments {
        var rest = self
        for option in own { rest.options[option.name] = nil }
        return rest
    }

    /// Returns the arguments of the command that the first word names. Throws if they contain one of `options`.
    func afterFirstWord(refusing options: [Option]) throws(Failure) -> Arguments {
        if let other = options.first(where: has) { throw .unknownOption(other.name, near: nil) }
        var rest = self
        rest.words = Array(words.dropFirst())
        return rest
    }

    private mutating func take(_ argument: String, allowed: [Option], rest: inout ArraySlice<String>) throws(Failure) {
        let argument = argument == "-h" ? "--help" : argument
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = allowed.first(where: { $0.name == parts[0] }) else {
            throw .unknownOption(parts[0], near: EditDistance.nearest(to: parts[0], among: allowed.map(\.name)))
        }
        guard option.value != nil else {
            guard parts.count == 1 else {
                throw Failure(usage: "the option does not take a value; write \(option.usage)")
            }
            options[option.name, default: []].append("")
            return
        }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
            throw Failure(usage: "the option lacks its value; write \(option.usage)")
        }
        options[option.name, default: []].append(value)
    }
}

/// An option of the command line: its name, the name of its value if it takes one, and a line of help.
struct Option: Sendable, Equatable {
    let name: String
    /// The value's name in the help, or `nil` for a flag.
    let value: String?
    let isRequired: Bool
    let summary: String

    init(_ name: String, value: String? = nil, isRequired: Bool = false, _ summary: String) {
        self.name = name
        self.value = value
        self.isRequired = isRequired
        self.summary = summary
    }

    /// The usage, such as `--modules DIR`.
    var usage: String { value.map { "\(name) \($0)" } ?? name }
}
