/// A kind of declaration, with the maximum number of such declarations in a module or in a remote's table.
///
/// The number is checked before any declaration is read, because reading too many declarations would block the host.
@_spi(Host) public enum DeclarationLimit: String, Sendable {
    case routes, rewrites, interceptors, types, subscriptions, overrides, rules

    /// The limit.
    public var count: Int { self == .routes ? 10_000 : 1_000 }

    func check(_ found: Int) throws(RegistrationFault) {
        guard found <= count else { throw .tooMany(rawValue, found: found, limit: count) }
    }
}

extension Registration {
    /// Checks the number of declarations of each kind; each pattern of an interceptor counts separately.
    /// - Throws: `RegistrationError.invalid` with the first kind that has too many declarations.
    public func checkCounts() throws(RegistrationError) {
        do throws(RegistrationFault) {
            try DeclarationLimit.routes.check(routes.count)
            try DeclarationLimit.rewrites.check(rewrites.count)
            try DeclarationLimit.interceptors.check(interceptors.reduce(0) { $0 + max(1, $1.patterns.count) })
            try DeclarationLimit.types.check(types.count)
            try DeclarationLimit.subscriptions.check(subscriptions.count)
        } catch {
            throw .invalid([error], owner: owner)
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a list of declarations, or throws `RegistrationFault.tooMany` before decoding any of them.
    func decode<Declaration: Decodable>(_ limit: DeclarationLimit, forKey key: Key) throws -> [Declaration] {
        try limit.check(try nestedUnkeyedContainer(forKey: key).count ?? 0)
        return try decode([Declaration].self, forKey: key)
    }
}
