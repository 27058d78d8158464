/// The user's language in the environment, according to POSIX.
package enum UserLocale {
    /// Returns a tag of BCP 47, such as `zh-CN` for `zh_CN.UTF-8`; `nil` if no language is set.
    package static func tag(_ environment: [String: String]) -> String? {
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = value?.prefix { $0 != "." && $0 != "@" }
        guard let name, name.wholeMatch(of: #/[a-z]{2,3}(?:_[A-Z]{2})?/#) != nil else { return nil }
        return name.split(separator: "_").joined(separator: "-")
    }
}
