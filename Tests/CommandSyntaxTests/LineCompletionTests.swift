import CommandSyntax
import Testing

struct LineCompletionTests {
  private func answer(_ shell: Shell, _ words: String...) -> [String] {
    let source = LineCompletion.Source(
      recentWords: { ["green tea", "a\u{1B}[1m"] }, listed: { ["Zoë & Max"] }, home: "/nowhere")
    return CompletionAnswer.text(
      for: [shell.rawValue] + words, in: Kiosk.language, from: source
    ).split(separator: "\n").map(String.init)
  }

  @Test func `commands, actions and options are told with what they do`() {
    #expect(answer(.fish, "") == ["order\twhat to drink", "bill\twhat is owed"])
    #expect(answer(.fish, "bill", "") == ["pay", "split"])
    #expect(answer(.fish, "tea", "--no") == ["--note\ton the cup"])
    #expect(
      answer(.fish, "bill", "pay", "-")
        == ["--help", "-h", "--guest", "-g"].map { name in
          "\(name)\t\(name.contains("h") && !name.contains("g") ? "this help" : "for whom (all)")"
        })
    #expect(answer(.zsh, "--size", "") == ["values", "small", "large"])
    #expect(answer(.bash, "kiosk --size=la", "la") == ["large "])
  }

  @Test func `lists, names and words of before are offered, and nothing that would do harm`() {
    #expect(answer(.fish, "-g", "ann,") == ["ann,bob", "ann,cleo", "ann,all"])
    #expect(answer(.fish, "-g", "ann,-b") == ["ann,-bob"])
    #expect((answer(.fish, "g"), answer(.fish, "order", "")) == (["green tea"], ["green tea"]))
    #expect(answer(.bash, "kiosk tea --tab Z", "Z") == [#"Zoë\ \&\ Max "#])
    #expect(answer(.bash, "kiosk tea --tab 'Z", "Z") == ["Zoë & Max"])
  }

  @Test(arguments: Shell.allCases)
  func `a script asks the program that it is for`(shell: Shell) {
    let script = shell.completions(of: "kiosk")
    #expect(script.contains("kiosk \(CompletionAnswer.name) \(shell.rawValue)"))
    #expect(!script.contains("#("))
  }
}
