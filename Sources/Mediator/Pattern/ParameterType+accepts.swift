extension ParameterType {
    /// Whether a value is of the type. Linear in its length; nothing is allocated.
    func accepts(_ value: UnsafeRawBufferPointer) -> Bool {
        switch shape {
        case .integer: Recognizer.isInteger(value, signed: true)
        case .unsigned: Recognizer.isInteger(value, signed: false)
        case .decimal: Recognizer.isDecimal(value)
        case .uuid: Recognizer.isUUID(value)
        case .slug: Recognizer.isSlug(value)
        case .alternatives(let texts): texts.contains { $0.utf8.count == value.count && $0.utf8.elementsEqual(value) }
        case .characters(let characters, let minimum, let maximum):
            (minimum...max(minimum, maximum)).contains(value.count) && value.allSatisfy(characters.contains)
        }
    }

    /// Whether a text is of the type.
    func accepts(_ value: String) -> Bool {
        var value = value
        return value.withUTF8 { accepts(UnsafeRawBufferPointer($0)) }
    }
}
