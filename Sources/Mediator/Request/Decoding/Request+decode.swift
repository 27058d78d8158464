extension Request {
    /// The parameters of path, query and body together as one value.
    ///
    /// Each property is looked for by its coding key: in the body first, then in the path, then in the query. What no
    /// property asks for stays visible in `parameters`.
    ///
    /// | property | in path and query | in the body |
    /// |---|---|---|
    /// | number | what Swift reads as one, within its range, finite | a number, within its range |
    /// | `Bool` | `true`, `false`, `1` or `0` | `true` or `false` |
    /// | enumeration with raw values | a raw value | a raw value |
    /// | array | one item for each element, `tag=a&tag=b` | an array |
    /// | structure or dictionary | an item for each name below it, `a.b=1` | an object |
    /// | optional | `nil` where nothing is given | `nil` where nothing is given, and for `null` |
    /// | `Data`, `URL`, `UUID`, `Decimal` | base64, a URL, a UUID, a number | as JSON has them |
    /// | `Date` | ISO 8601, `2026-05-01T12:00:00Z` | seconds since 2001, as `JSONEncoder` writes them |
    ///
    /// An object of the body and items with dots are merged name by name; what the body says of a name, `null` too,
    /// replaces what path and query say of it. A structure of which nothing is given is fine where all of its
    /// properties are optional. A type without names, such as `[Int]` or `String`, is decoded from the body alone. A
    /// query name of more than 32 levels, or with an empty one, is not taken apart. Linear in what the request holds.
    ///
    /// - Throws: `ParametersError` with every parameter that does not fit, as far as they can be known.
    public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws(ParametersError) -> Value {
        if parameters.isEmpty, let value = body?.unchanged(as: type) { return value }
        let root: ParameterNode
        do {
            root = try ParameterNode(parameters, body: body)
        } catch {
            throw ParametersError([.unreadableBody(reason: error)])
        }
        do {
            return try ParameterDecoder(root).decode(type)
        } catch {
            throw FaultSearch(root).error(for: type, after: error)
        }
    }
}
