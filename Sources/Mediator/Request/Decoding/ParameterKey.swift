/// One step from a value to a part of it: a name, or a position in an array.
struct ParameterKey: CodingKey, Hashable {
    let stringValue: String
    let intValue: Int?
    /// What messages call the step; `nil` for one of several items of the same name, which the URL does not number.
    let name: String?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
        name = stringValue
    }

    init(intValue: Int) { self.init(index: intValue, isNumbered: true) }

    init(index: Int, isNumbered: Bool) {
        stringValue = String(index)
        intValue = index
        name = isNumbered ? stringValue : nil
    }
}
