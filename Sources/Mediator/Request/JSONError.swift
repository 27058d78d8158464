/// Why bytes are not JSON; columns count bytes from 1.
enum JSONError: Error, Equatable {
    case unexpected(column: Int, expected: String)
    case notUTF8(column: Int)
    case tooLarge(column: Int)
    case tooDeep(column: Int)
}

extension JSONError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unexpected(let column, let expected): "column \(column) is not \(expected)"
        case .notUTF8(let column): "the text at column \(column) is not UTF-8"
        case .tooLarge(let column): "the number at column \(column) is too large"
        case .tooDeep(let column): "column \(column) is more than \(JSONParser.depthLimit) levels deep"
        }
    }
}
