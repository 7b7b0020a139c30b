import PhotoSearch
import Testing

/// Text without its markup
@Suite struct MarkupTests {
  @Test(arguments: [
    ("plain", "plain"), ("I <3 kittens", "I <3 kittens"), ("a < b > c", "a < b > c"),
    ("In the <b>old</b> port", "In the old port"), ("one<br>two<BR/>three", "one two three"),
    ("<p>one</p><p>two</p>", "one two"), ("<a href=\"x>y\">z</a>", "y\">z"),
    ("a<!-- not <b>this</b> -->b", "ab"), ("a<!-- never ends", "a"), ("a<!---->b", "ab"),
    ("<!DOCTYPE html>x", "x"), ("a<script>if (a<b) {}</script>b", "ab"),
    ("<style>p {}</style>x", "x"), ("<script>never ends", nil),
    ("a<span style=\"display: none\">no<span>no</span>no</span>b", "ab"),
    ("a<img style='display:none'/>b", "ab"), ("<i>", nil), ("<", "<"), ("a<b", "a<b"),
    ("5 &lt;b&gt; 6 &amp;amp;", "5 <b> 6 &amp;"), ("<é>x", "<é>x"), ("猫<b>と</b>犬", "猫と犬"),
    ("a>\u{338}b<i>c", "a>\u{338}bc"), ("", nil), (" \n\t ", nil), ("a \n b", "a b"),
    ("a\u{0}b\u{85}c\u{2028}d", "a b c d"), ("\u{A0}a\u{3000}", "a"),
    ("kitten&#0146;s &#147;nap&#148; &#x96; 5 &#128; &#129;&#159;", "kitten’s “nap” – 5 € Ÿ"),
    ("\u{200B}\u{200E}", nil), (" \u{FEFF}<b>\u{2060}</b>&shy;", nil), ("\u{200B}a", "\u{200B}a"),
  ])
  func `what a reader would see is left`(markup: String, text: String?) {
    #expect(PlainText.resolved(markup) == text)
  }

  @Test func `a tag that does not end soon is text`() {
    let long = "<b " + String(repeating: "x", count: 5_000) + ">"
    #expect(PlainText.resolved(long) == long)
  }

  /// Looking further than once for each of these would take minutes
  @Test(arguments: ["<a", "a<", "<a x", "<p", "é<b ", "<b>", "<script>", "<i style=display:none>"])
  func `markup made to be slow is not`(piece: String) {
    let text = String(repeating: piece, count: 30_000)
    #expect((PlainText.resolved(text)?.utf8.count ?? 0) <= text.utf8.count)
    #expect((PlainText.resolved(text + ">")?.utf8.count ?? 0) <= text.utf8.count + 1)
  }
}
