/// Where a line may end between two characters that no space parts: beside a wide character, unless it is punctuation that
/// begins no line, or ends none.
enum LineBreaking {
    static func mayBreak(_ first: WideCharacter, _ second: WideCharacter) -> Bool {
        guard first.width == 2 || second.width == 2 else { return false }
        if first.kind == .ideograph, second.kind == .ideograph { return true }
        return !beginsNoLine.contains(second.character) && !endsNoLine.contains(first.character)
    }

    private static let beginsNoLine = Set("、。，．：；？！）］｝〕〉》」』】〗〙〟’”‥…‧・ーゝゞ々〜～·%‰℃)]},.:;!?")
    private static let endsNoLine = Set("（［｛〔〈《「『【〖〘〝‘“([{¥￥$＄£￡#№")
}
