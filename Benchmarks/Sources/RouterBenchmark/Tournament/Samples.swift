/// The values of one figure, measured once in each round.
struct Samples {
    private(set) var values: [Double] = []

    mutating func add(_ value: Double) { values.append(value) }

    var median: Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// Returns the smallest and the largest ratio to another figure of the same round.
    func ratios(to other: Samples) -> ClosedRange<Double>? {
        let ratios = zip(values, other.values).map { $0 / $1 }
        guard let smallest = ratios.min(), let largest = ratios.max() else { return nil }
        return smallest...largest
    }
}
