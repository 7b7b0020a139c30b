import Testing

@testable import PhotoSearch

@Suite struct WikimediaTitleTests {
  @Test(arguments: [
    ("File:Cat.jpg", "File:Cat.jpg"), ("file:cat.jpg", "File:Cat.jpg"),
    ("Image: cat_on__snow.jpg ", "File:Cat on snow.jpg"),
    ("File:ka\u{308}tzchen.jpg", "File:Kätzchen.jpg"),
    ("File:ﬁne.jpg", "File:ﬁne.jpg"), ("File:ßeta.jpg", "File:ßeta.jpg"),
    ("File:élan.jpg", "File:Élan.jpg"), ("File:\u{200E}a:b.jpg", "File:A:b.jpg"),
    ("File:猫.jpg", "File:猫.jpg"),
  ])
  func `a title has one form`(title: String, form: String) {
    #expect((CommonsTitle.normalized(title), CommonsTitle.normalized(form)) == (form, form))
  }

  @Test(arguments: ["", "Cat.jpg", "File:", "File: _", "Category:Cats", ":File:Cat.jpg"])
  func `what is no file has none`(title: String) { #expect(CommonsTitle.normalized(title) == nil) }
}
