/// The user's language, as POSIX has it in the environment.
package enum UserLocale {
    /// A tag of BCP 47, such as `zh-CN` for `zh_CN.UTF-8`; `nil` where no language is set.
    package static func tag(_ environment: [String: String]) -> String? {
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = value?.prefix { $0 != "." && $0 != "@" }
        guard let name, name.wholeMatch(of: #/[a-z]{2,3}(?:_[A-Z]{2})?/#) != nil else { return nil }
        return name.split(separator: "_").joined(separator: "-")
    }
}
