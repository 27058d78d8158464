/// The cases in which a translated table answers differently from the other router, keyed by the reason.
enum LeftOut {
    /// Cases in which the other router answers and Switchboard does not.
    static let matching = [
        "the parameters are in a fragment, which is no query": ["pc-012"],
        "`+` is a space in a query and itself in a path, and no option changes that": [
            "pc-079", "pc-080", "pc-085", "pc-086",
        ],
        "the text is no URL: it has neither a scheme nor a slash at its front": ["pc-056"],
        "the URL is for the web and has no host": ["pc-305", "pc-349"],
        "`_` is no character of a scheme (RFC 3986, section 3.1)": ["pc-264", "pc-265", "pc-266"],
        "a path does not ignore case, nor does the authority of an app's URL, which is its first segment": [
            "pc-245", "pc-269",
        ],
        "a converter of the app changes the value, which is the handler's work here": ["pc-133"],
        "the parameters are JSON within one item of the query": ["pc-241"],
    ]

    /// Cases in which a translated route answers but the other router does not, or in which the table has no pattern.
    static let unmatched = [
        "the handler refuses, not the table: it answers `.declined` here": ["pc-047", "pc-114", "pc-158"],
        "a pattern without a scheme answers for each scheme, also one that others name": ["pc-052", "pc-059"],
        "`Action_*:` stands for actions that nothing lists": ["pc-237"],
        "the pattern is one that the other router refuses": ["pc-248", "pc-253"],
        "the case is of interceptors and has no pattern": ["pc-255", "pc-256", "pc-258"],
    ]

    /// Returns the reason why a case is left out.
    static func reason(_ id: String) -> String? {
        matching.merging(unmatched) { reason, _ in reason }.first { $0.value.contains(id) }?.key
    }
}
