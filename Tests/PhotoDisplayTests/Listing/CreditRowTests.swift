import Foundation
import PhotoDisplay
import PhotoSearch
import Testing

struct CreditRowTests {
  private func photo(_ title: String?) -> Photo {
    var photo = Photo(
      id: PhotoID(service: "flickr", native: "1"), provider: ProviderID(rawValue: "flickr"),
      site: "Flickr", page: URL(filePath: "/p"))
    photo.title = title
    photo.license = .cc0
    return photo
  }

  @Test func `there is a cell for each column`() {
    #expect(CreditRow.header == "file,id,title,author,license,license_url,page,credit\r\n")
    let cells = CreditRow.text(photo("Kitten"), file: "a.jpg").dropLast().split(
      separator: ",", omittingEmptySubsequences: false)
    #expect(cells.count == 8)
    #expect(cells[..<5].elementsEqual(["a.jpg", "flickr:1", "Kitten", "", "CC0-1.0"]))
    #expect(CreditRow.text(photo(nil), file: "a.jpg").hasSuffix("\r\n"))
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'=1"),
    ("|cmd", "'|cmd"), ("%1", "'%1"), ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"),
    ("＠1", "'＠1"), ("a\nb", "a b"), ("a \"b\", c", "\"a \"\"b\"\", c\""),
  ])
  func `a cell is never run`(title: String, cell: String) {
    let row = CreditRow.text(photo(title), file: "a.jpg")
    #expect(row.hasPrefix("a.jpg,flickr:1,\(cell),,"), "\(row)")
  }

  @Test(arguments: [
    ("a, b.jpg", "\"a, b.jpg\""), ("a\u{301}\u{302}.jpg", "a\u{301}\u{302}.jpg"),
    ("👩‍👩‍👧‍👦‍👦.jpg", "👩‍👩‍👧‍👦‍👦.jpg"), ("=a.jpg", "'=a.jpg"), ("a  b.jpg", "a  b.jpg"),
  ])
  func `a file is named to the letter`(file: String, cell: String) {
    let row = CreditRow.text(photo("k"), file: file)
    #expect(
      Array(row.unicodeScalars.prefix(cell.unicodeScalars.count)) == Array(cell.unicodeScalars))
  }
}
