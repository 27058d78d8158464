// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Glibc
import ModuleKit

/// The difference from the recorded contract of Buyer; empty for none. A scan inherits the variables of the locale.
private let drift = getenv("LC_SHOP_DRIFT").map { String(cString: $0) } ?? ""

/// Sells, and deviates from the contracts of other modules.
struct ShopModule: Module {
    static let info = ModuleInfo("Shop", "1.0", "Sells, and drifts")

    init(context: ModuleContext) {}

    enum Kind: String, Codable, CaseIterable, Sendable { case lamp, chair }
    enum Size: Int, Codable, CaseIterable, Sendable { case small = 1, large = 2 }
    struct Item: Codable, Sendable { var id = 1, title = "Lamp", kind = Kind.lamp, size = Size.small }
    struct ItemRenamed: Codable, Sendable { var identifier = 1, title = "Lamp", kind = Kind.lamp, size = Size.small }
    struct ItemRetyped: Codable, Sendable { var id = "1", title = "Lamp", kind = Kind.lamp, size = Size.small }
    struct ItemLooser: Codable, Sendable { var id: Int?, title = "Lamp", kind = Kind.lamp, size = Size.small }
    enum MoreKinds: String, Codable, CaseIterable, Sendable { case lamp, chair, sofa }
    struct ItemOfMoreKinds: Codable, Sendable { var id = 1, title = "Lamp", kind = MoreKinds.sofa, size = Size.small }
    enum MoreSizes: Int, Codable, CaseIterable, Sendable { case small = 1, large = 2, huge = 3 }
    struct ItemOfMoreSizes: Codable, Sendable { var id = 1, title = "Lamp", kind = Kind.lamp, size = MoreSizes.huge }
    struct Order: Codable, Sendable { var item: Int, note: String? }
    struct OrderNeedsMore: Codable, Sendable { var item: Int, address: String }
    struct OrderRetyped: Codable, Sendable { var item: String, note: String? }
    struct OrderRenamed: Codable, Sendable { var article: Int }
    struct City: Codable, Sendable { var city: String? }
    struct CityNumber: Codable, Sendable { var city: Int? }

    @RoutesBuilder private var item: [Route] {
        switch drift {
        case "value field renamed": Call("/shop/item/:id<int>") { _ in ItemRenamed() }
        case "value field retyped": Call("/shop/item/:id<int>") { _ in ItemRetyped() }
        case "value field optional": Call("/shop/item/:id<int>") { _ in ItemLooser() }
        case "value case added": Call("/shop/item/:id<int>") { _ in ItemOfMoreKinds() }
        case "value number added": Call("/shop/item/:id<int>") { _ in ItemOfMoreSizes() }
        case "value is a list": Call("/shop/item/:id<int>") { _ in [Item()] }
        case "value gone": Call("/shop/item/:id<int>") { _ in }
        case "value is a stream": Call(stream: "/shop/item/:id<int>") { _ in AsyncStream<Item> { $0.finish() } }
        case "path renamed": Call("/shop/article/:id<int>") { _ in Item() }
        case "access narrowed": Call("/shop/item/:id<int>", access: .internal) { _ in Item() }
        case "parameter narrowed": Call("/shop/item/:id<uuid>") { _ in Item() }
        case "guard label added": Call("/shop/item/:id<int>") { _ in Item() }.labelled("members")
        default: Call("/shop/item/:id<int>") { _ in Item() }
        }
    }

    @RoutesBuilder private var order: [Route] {
        switch drift {
        case "body field added": Call("/shop/order", taking: OrderNeedsMore.self) { _ in 1 }
        case "body field retyped": Call("/shop/order", taking: OrderRetyped.self) { _ in 1 }
        case "body field renamed": Call("/shop/order", taking: OrderRenamed.self) { _ in 1 }
        default: Call("/shop/order", taking: Order.self) { _ in 1 }
        }
    }

    @RoutesBuilder private var lists: [Route] {
        if drift == "query retyped" {
            Call("/shop/list", taking: CityNumber.self) { _ in [Item()] }
        } else {
            Call("/shop/list", taking: City.self) { _ in [Item()] }
        }
        if drift == "elements retyped" {
            Call(stream: "/shop/prices") { _ in AsyncStream<String> { $0.finish() } }
        } else {
            Call(stream: "/shop/prices") { _ in AsyncStream<Int> { $0.finish() } }
        }
    }

    @RoutesBuilder private var pages: [Route] {
        if drift == "page is a call" {
            Call("/shop/choose") { _ in 1 }
        } else if drift != "route gone" {
            Open("/shop/choose") { _ in Page("Choose") {} }
        }
        switch drift {
        case "label gone": Call("/shop/pins") { _ in ["a"] }
        case "label renamed": Call("/shop/pins") { _ in ["a"] }.labelled("map.pins")
        default: Call("/shop/pins") { _ in ["a"] }.labelled("map.pin")
        }
    }

    var routes: [Route] { return item + order + lists + pages }

    var interceptors: [Interceptor] {
        if drift == "guard added" { Interceptor("till", on: "/shop/item/:id<int>") { _ in .pass } }
        if drift == "guard label added" { Interceptor("members", onLabelled: "members") { _ in .pass } }
    }

    var rewrites: [Rewrite] {
        if drift == "rewrite added" { Rewrite("/shop/order", to: "/shop/list") }
    }

    var services: [Offer] {
        switch drift {
        case "service gone": if false { Offer(ServiceKey<String>("shop-till", "1.0")) { "till" } }
        case "service raised": Offer(ServiceKey<String>("shop-till", "2.0")) { "till" }
        case "service renamed": Offer(ServiceKey<String>("shop-tills", "1.0")) { "till" }
        case "service retyped": Offer(ServiceKey<Int>("shop-till", "1.0")) { 1 }
        default: Offer(ServiceKey<String>("shop-till", "1.0")) { "till" }
        }
    }
}

@c(switchboard_v1_Shop)
public func entry(_ host: HostPointer) -> CInt { ShopModule.export(to: host) }
