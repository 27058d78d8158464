/// A number in a trie's memory that leads nowhere.
struct TrieFault: Error {
    let part: String
    let element: Int
}
