import ModuleKit

/// Pages with every element, in the scripts that are the hardest to lay out.
enum SamplePages {
    static let all: [(name: String, page: Page)] = [
        ("elements", elements), ("scripts", scripts), ("containers", containers),
    ]

    private static let elements = Page("西湖湖景两居室 — lake view") {
        Text("A bright home by the lake, five minutes from the underground, with a kitchen that was new last year.")
        Heading("Facts")
        Field("Address", "杭州市西湖区北山街 99 号断桥旁三层，从地铁一号线凤起路站步行五分钟即到")
        Field("Rent", "¥7200 a month").with(style: .strong)
        Field("State", "let").with(style: "unheard of")
        Image("The view from the balcony", at: "https://images.example/homes/6/balcony.jpg")
        Heading("Neighbours")
        Table(["Home", "City", .trailing("¥ a month")], homes) { Table.Row([$0.0, $0.1, $0.2], to: RouteURL($0.3)) }
        Heading("News")
        List([
            List.Item("开放日", to: "app://news/1").then { $0.detail = "周六上午十点，请提前预约；届时房东会在场回答所有问题，欢迎带上家人。" },
            List.Item("Nobody has to come"), List.Item("Choose me").then { $0.message = Payload("chosen") },
        ])
        Form("Ask for a visit", calling: "app://rent/6/visit") {
            TextField("name", "Name").required()
            IntegerField("people", "People").within(1...9).initially(2)
            ChoiceField("day", "Day", [Form.Choice("sat", "星期六"), Form.Choice("sun", "星期日")])
        }
        ProgressBar("Photos", fraction: 0.58)
        ProgressBar("Reviews")
        Action("Forget this home", calling: "app://rent/6/forget")
        PageElement.unknown(UnknownElement(kind: "chart"))
        PageElement.unknown(UnknownElement(kind: "chart", fallback: "Rents rose by 3 % this year."))
        Link("All homes", to: "app://rent/list").with(style: .secondary)
    }

    private static let homes = [
        ("衡山路一居室", "Shanghai", "6800", "app://rent/1"), ("Attic near the lilong 🏮", "Shanghai", "4200", "app://rent/3"),
        ("胡同小院，带一棵很老的石榴树", "Beijing", "15000", "app://rent/4"),
    ]

    private static let scripts = Page("所有文字 كل الخطوط 👨‍👩‍👧‍👦") {
        Text("房子还在的，欢迎周末来看；“钥匙”在邻居（王阿姨）那里。价格是￥7200，可以商量！请不要带宠物，谢谢。")
        Text("الشقة ما زالت متاحة، ومرحبًا بك لزيارتها في عطلة نهاية الأسبوع. المفتاح عند الجارة.")
        Text("家庭👨‍👩‍👧‍👦旗帜🇨🇳🇩🇪肤色👍🏽宇航员👩🏽‍🚀彩虹🏳️‍🌈按键1️⃣爱心❤️笑脸😀")
        Text("한국어 문장도 있고, 日本語のテキストもあります。カタカナー。")
        Text("हिन्दी में एक वाक्य, и одно предложение по-русски, cafe\u{301} na\u{308}ive.")
        Field("المدينة", "القاهرة")
        Table(["语言", "Greeting", .trailing("#")], greetings) { Table.Row([$0.0, $0.1, $0.2]) }
        Text("\u{1B}[31mnot red\u{1B}[0m, no bell\u{7}, \u{202E}not reversed\u{202C}")
    }

    private static let greetings = [
        ("中文", "你好，世界", "1"), ("العربية", "مرحبا بالعالم", "2"), ("emoji", "👋🏽🌍", "3"), ("한국어", "안녕하세요", "4"),
    ]

    private static let containers = Page("") {
        Container("map") {
            Text("To the left, a description that is long enough to take more than one line in its half.")
            Container {
                Field("Lake", "300 m")
                Link("Map", to: "app://map")
            }
        }
        .makeLayout(.sideBySide)
        Container("prices") { Text("never shown") }.loading()
        Container("reviews", sendingTo: "app://reviews/message") { Text("never shown") }
            .failed("the server does not answer", retry: Action("Try again", calling: "app://reviews"))
        Container("news") { Text("never shown") }.offline(retry: Action("Go online", sending: "online"))
        Text("In the middle").makeLayout(.centered)
        Text("Set off").with(style: .warning).makeLayout(.indented(by: 8))
    }
}
