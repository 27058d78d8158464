/// Which home is meant: the parameter of `/rent/:id`.
struct HomeReference: Decodable, Sendable {
    let id: Int
}
