extension Home {
    /// The homes of the demonstration.
    static let demonstration = [
        Home(
            id: 1, title: "衡山路一居室", city: "Shanghai", address: "徐汇区衡山路 12 号", rooms: 1, monthlyRent: 6800,
            landlord: .wang),
        Home(
            id: 2, title: "静安寺两居室", city: "Shanghai", address: "静安区愚园路 88 弄 3 号", rooms: 2,
            monthlyRent: 9500, landlord: .zhou),
        Home(
            id: 3, title: "Attic near the lilong", city: "Shanghai", address: "黄浦区建国西路 54 弄", rooms: 1,
            monthlyRent: 4200, landlord: .wang),
        Home(
            id: 4, title: "胡同小院", city: "Beijing", address: "东城区交道口南大街 7 号", rooms: 3, monthlyRent: 15000,
            landlord: .li),
        Home(
            id: 5, title: "Room by the subway", city: "Beijing", address: "海淀区中关村大街 27 号", rooms: 1,
            monthlyRent: 3600, landlord: .li),
        Home(
            id: 6, title: "西湖湖景两居室", city: "Hangzhou", address: "西湖区北山街 40 号", rooms: 2, monthlyRent: 7200,
            landlord: .zhou),
        Home(
            id: 42, title: "Studio above the bookshop", city: "Hangzhou", address: "拱墅区小河直街 42 号", rooms: 1,
            monthlyRent: 2900, landlord: .wang),
    ]
}

extension Landlord {
    fileprivate static let wang = Landlord(id: "wang", name: "王阿姨")
    fileprivate static let zhou = Landlord(id: "zhou", name: "周先生")
    fileprivate static let li = Landlord(id: "li", name: "Li Mei")
}
