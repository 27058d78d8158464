/// Finds the faults after the first one.
///
/// A type's initialiser stops at its first error. So it runs again with a placeholder at that place, until it ends or
/// no placeholder can be made. Since each run stops where the type itself would, an error that the type forgives is no
/// fault. Each run is linear in what the request holds, and their number is limited.
struct FaultSearch {
    static let limit = 32

    private let root: ParameterNode
    private var faults: [ParameterError] = []
    private var places: Set<ParameterPlace> = []
    private var isComplete = true

    init(_ root: ParameterNode) { self.root = root }

    /// All faults of a type that are known after its first error.
    consuming func error<Value: Decodable>(for type: Value.Type, after first: any Error) -> ParametersError {
        var next: (any Error)? = first
        while let error = next {
            next = record(error) ? self.error(for: type) : nil
        }
        return ParametersError(faults, isComplete: isComplete)
    }

    /// Whether it is of use to go on.
    private mutating func record(_ error: any Error) -> Bool {
        guard let misfit = Misfit(in: error), places.count < Self.limit, places.insert(misfit.place).inserted else {
            isComplete = false
            return false
        }
        if !misfit.isDoubtful { faults.append(misfit.fault) }
        isComplete = isComplete && !misfit.hidesOthers
        return true
    }

    private func error<Value: Decodable>(for type: Value.Type) -> (any Error)? {
        do {
            _ = try ParameterDecoder(root, placeholders: .at(places)).decode(type)
            return nil
        } catch {
            return error
        }
    }
}
