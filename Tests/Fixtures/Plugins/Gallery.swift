// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import ModuleKit

/// Has a parameter of every kind, and names that are difficult in Swift.
struct GalleryModule: Module {
    static let info = ModuleInfo("Gallery", "1.0", "Every kind of parameter")
    static let parameterTypes = [ParameterType("plate", characters: .letters, length: 1...8)]
    init(context: ModuleContext) {}

    enum Size: String, Codable, CaseIterable { case small, large = "XL", `self` }
    struct Frame: Codable, Sendable, Equatable {
        let isGilt: Bool
        let number: Int
        let size: Size?
        let tags: [String]?
        let width: Double?
    }
    struct Query: Decodable { let `class`: String, size: Size?, query: UInt8?, when: Int? }

    var routes: [Route] {
        Call("/gallery/int/:n<int>/:u<uint>/:d<double>/:b<bool>") { request in Self.values(request) }
        Call("/gallery/text/:id<uuid>/:slug<slug>/:plate<plate>/:any") { request in Self.values(request) }
        Call("/gallery/one/:in<one(north,2,a%2Fb,self,north)>") { request in Self.values(request) }
        Call("/gallery/file/:name.json") { request in Self.values(request) }
        Call("/gallery/the(/foo/:a<int>)(/bar/:b<one(x,y)>)") { request in Self.values(request) }
        Call("/gallery/docs/*path") { request in Self.values(request) }
        Call("/gallery/all/*path?") { request in Self.values(request) }
        Call(
            "/gallery/class/:for/:inout/:body/:type/:context/:as/:route/:parameters", taking: [String: String].self,
            Request.self
        ) { Self.values($1) }
        Call("/gallery/2d/:2/:query/:options/:awaiting/:let") { request in Self.values(request) }
        Call("/gallery/画廊/:名字") { request in Self.values(request) }
        Call("/gallery/init") { _ in 7 }
        Call("/gallery/self") { _ in ["a": [1, 2]] as [String: [Int]?] }
        Call("/gallery/context", taking: [Int].self) { numbers in numbers.reduce(0, +) }
        Call("/gallery/frame/:number", taking: Frame.self) { frame in frame }
        Call("/gallery/typed", taking: Query.self) { query in
            [query.class, query.size?.rawValue, query.query?.description, query.when?.description]
        }
        Call(
            "/gallery/a-rather-long-name/of-a-route/:theFirstOfManyParameters/:theSecondOfManyParameters<int>"
                + "/:theThirdOfManyParameters<one(alpha,beta)>/:theLast"
        ) { request in Self.values(request) }
        Call(object: "/gallery/curator/:name") { request in
            Curator(name: try request.parameters.value("name", as: String.self))
        }
        Call(stream: "/gallery/numbers/:upTo<int>") { request in Self.sequence(try request.parameters.value("upTo")) }
        Call(stream: "/gallery/frames") { _ in
            AsyncStream<Frame> { continuation in
                continuation.yield(Frame(isGilt: true, number: 1, size: nil, tags: nil, width: nil))
                continuation.finish()
            }
        }
        Open("/gallery") { _ in Page("Gallery") {} }
        Open("/gallery/:id<int>") { request in Page(try request.parameters.value("id")) {} }.named("detail")
        Open("/gallery/pick/:number", taking: Frame.self) { frame in Page("Picked \(frame.number) \(frame.isGilt)") {} }
        Open("/gallery/secret", access: .internal) { _ in Page("Secret") {} }
    }

    struct Curator: CustomStringConvertible {
        let name: String
        var description: String { "the curator \(name)" }
    }

    private static func sequence(_ end: Int) -> AsyncStream<Int> {
        AsyncStream { continuation in
            for number in 1...end { continuation.yield(number) }
            continuation.finish()
        }
    }

    private static func values(_ request: Request) -> [String] {
        request.parameters.items.map { "\($0.name)=\($0.value)" }
    }
}

@c(switchboard_v1_Gallery)
public func switchboardGallery(_ host: HostPointer) -> CInt { GalleryModule.export(to: host) }
