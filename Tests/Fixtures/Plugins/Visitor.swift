// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import ModuleKit

/// Calls Gallery through its façade, which the test generates and compiles with this file.
struct VisitorModule: Module {
    static let info = ModuleInfo("Visitor", "1.0", "Asks through a façade")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    private struct Frame: Codable, Sendable {
        var number: Int?
        let width: Double?
        let isGilt: Bool
        let size: String?
    }

    var routes: [Route] {
        Call("/visitor/int") { _ in try await texts(GalleryRoutes.int(n: .min, u: .max, d: -1.5e-7, b: true)) }
        Call("/visitor/text", taking: Value.self) { value in
            try await texts(
                GalleryRoutes.text(
                    id: "00000000-0000-0000-0000-00000000000f", slug: "a-b", plate: "Plate", any: value.value))
        }
        Call("/visitor/one") { _ in
            var found: [String] = []
            for choice in GalleryRoutes.OneIn.allCases { found += try await texts(GalleryRoutes.one(in: choice)) }
            return found
        }
        Call("/visitor/file", taking: Value.self) { value in try await texts(GalleryRoutes.file(name: value.value)) }
        Call("/visitor/the") { _ in
            try await texts(GalleryRoutes.the()) + texts(GalleryRoutes.the(a: 1)) + texts(GalleryRoutes.the(b: .x))
                + texts(GalleryRoutes.the(a: 2, b: .y))
        }
        Call("/visitor/rest", taking: Value.self) { value in
            try await texts(GalleryRoutes.docs(path: value.value)) + texts(GalleryRoutes.all())
                + texts(GalleryRoutes.all(path: value.value))
        }
        Call("/visitor/names") { _ in
            try await texts(
                GalleryRoutes.class(
                    for: "1", inoutValue: "2", body: "3", type: "4", context: "5", as: "6", route: "7",
                    parameters: "8", query: ["q": 9, "none": nil as Int?, "&=": "%"]))
                + texts(
                    GalleryRoutes.route2d(value2: "1", queryValue: "2", options: "3", awaiting: "4", letValue: "5"))
        }
        Call("/visitor/chinese", taking: Value.self) { value in try await texts(GalleryRoutes.画廊(名字: value.value)) }
        Call("/visitor/values") { _ in
            [
                try await context.call(GalleryRoutes.`init`(), as: Int.self),
                try await context.call(GalleryRoutes.context(), [1, 2, 4], as: Int.self),
                try await context.call(GalleryRoutes.selfRoute(), as: [String: [Int]?].self)["a"]??.count ?? 0,
            ]
        }
        Call("/visitor/frame") { _ in
            let sent = Frame(number: nil, width: 1.5, isGilt: true, size: "XL")
            return [
                try await context.call(GalleryRoutes.frame(number: 4), sent, as: Frame.self),
                try await context.call(
                    GalleryRoutes.frame(number: 5, isGilt: false, size: .selfValue), as: Frame.self),
            ]
        }
        Call("/visitor/typed") { _ in
            try await context.call(GalleryRoutes.typed(class: "é &", size: .xl, queryValue: 8), as: [String?].self)
        }
        Call("/visitor/curator") { _ in
            let curator = GalleryRoutes.curator(name: "Lin")
            return try await "\(context.call(curator, as: (any CustomStringConvertible & Sendable).self))"
        }
        Call("/visitor/streams") { (_: Request) async throws -> [Int] in
            var found: [Int] = []
            let numbers = try await context.stream(GalleryRoutes.numbers(upTo: 3), of: Int.self)
            for try await number in numbers { found.append(number) }
            let frames = try await context.stream(GalleryRoutes.frames(), of: Frame.self)
            for try await frame in frames { found.append(frame.number ?? 0) }
            return found
        }
        Open("/visitor/page") { _ in
            Page("Visitor") {
                Link("Detail", to: GalleryRoutes.detail(id: 42))
                Link("Picked", to: GalleryRoutes.pick(number: 7, isGilt: true))
                Text("\(context.availability(of: GalleryRoutes.detail(id: 1)))")
                Text("\(context.availability(of: GalleryRoutes.frame(number: 1), for: .call))")
            }
        }
        Open("/visitor/open") { _ in
            try await context.open(GalleryRoutes.detail(id: 42))
            return Response.done
        }
    }

    private func texts(_ url: RouteURL) async throws -> [String] { try await context.call(url, as: [String].self) }

    private struct Value: Decodable { let value: String }
}

@c(switchboard_v1_Visitor)
public func switchboardVisitor(_ host: HostPointer) -> CInt { VisitorModule.export(to: host) }
