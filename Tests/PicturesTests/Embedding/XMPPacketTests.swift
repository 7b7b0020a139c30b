import Foundation
import PhotoSearch
import Platform
import Testing

@testable import Pictures

struct XMPPacketTests {
  private let title = XMPProperty(.dc, "title", .alternative, "Ours")
  private let creator = XMPProperty(.dc, "creator", .sequence, "Ours")

  private func added(_ properties: [XMPProperty], to packet: String) throws -> String {
    String(decoding: try XMPPacket(Array(packet.utf8)).adding(properties), as: UTF8.self)
  }

  @Test func `a property that is there stays, and a missing one is added behind it`() throws {
    let packet = SampleXMP.packet(SampleXMP.jane)
    let result = try added([title, creator], to: packet)
    #expect(result.begins(with: packet.before("</rdf:RDF>")))
    #expect(result.ends(with: packet.from("</rdf:RDF>")))
    #expect(result.contains(bytes: title.element) && !result.contains(bytes: "<dc:creator>"))
    #expect(try added([title, creator], to: result) == result)
  }

  @Test(arguments: [
    "<rdf:Description rdf:about='' xmlns:a='http://purl.org/dc/elements/1.1/' a:creator='Jane'/>",
    "<rdf:Description xmlns='http://purl.org/dc/elements/1.1/'><creator/></rdf:Description>",
    "<rdf:Description><c xmlns='http://purl.org/dc/elements/1.1/'/></rdf:Description>"
      + "<r:Description xmlns:r='\(SampleXMP.rdf)' xmlns:b='http://purl.org/dc/elements/1.1/'>"
      + "<b:creator/></r:Description>",
  ])
  func `a property counts in whatever prefix and form it stands`(inside: String) throws {
    let packet = SampleXMP.packet(inside)
    #expect(try added([creator], to: packet) == packet)
  }

  @Test func `the same name in another namespace is another property`() throws {
    let inside = "<rdf:Description xmlns:dc='http://example.org/' dc:creator='no creator'/>"
    let result = try added([creator], to: SampleXMP.packet(inside))
    #expect(result.contains(bytes: inside) && result.contains(bytes: creator.element))
    #expect(try added([creator], to: result) == result)
  }

  @Test func `a value deep inside another property isn't the picture's own`() throws {
    let inside = """
      <rdf:Description xmlns:m='http://ns.adobe.com/xap/1.0/mm/'
       xmlns:dc='http://purl.org/dc/elements/1.1/'><m:From rdf:parseType='Resource'>
      <dc:creator>Jane</dc:creator></m:From></rdf:Description>
      """
    #expect(try added([creator], to: SampleXMP.packet(inside)).contains(bytes: creator.element))
  }

  @Test func `the description added is of what the others are of`() throws {
    let inside = "<rdf:Description rdf:about='uuid:\"1\"&amp;2'/><rdf:Description/>"
    let result = try added([title], to: SampleXMP.packet(inside))
    #expect(result.contains(bytes: "<rdf:Description rdf:about=\"uuid:&quot;1&quot;&amp;2\""))
  }

  @Test func `padding is used up when there is enough, and stays when there is not`() throws {
    let wide = SampleXMP.packet(SampleXMP.jane, padding: 2_000)
    #expect(try added([title], to: wide).utf8.count == wide.utf8.count)
    let narrow = SampleXMP.packet(SampleXMP.jane, padding: 100)
    let result = try added([title], to: narrow)
    #expect(result.ends(with: narrow.from("</rdf:RDF>")))
  }

  @Test func `a packet marked as read-only stays marked, with its padding`() throws {
    let packet = SampleXMP.packet(SampleXMP.jane, padding: 2_000, end: "r")
    let result = try added([title], to: packet)
    #expect(result.contains(bytes: title.element) && result.ends(with: packet.from("</rdf:RDF>")))
  }

  @Test func `a packet without a property gets its first ones`() throws {
    let packet = SampleXMP.packet("").replacing("></rdf:RDF>", with: "/>")
    let result = try added([title], to: packet)
    #expect(
      result.contains(bytes: title.element) && result.contains(bytes: "</rdf:RDF></x:xmpmeta>"))
    #expect(try added([title], to: result) == result)
  }

  @Test func `what is written is read again`() throws {
    let properties = EmbeddedCredit.sample.properties
    let document = XMPPacket.document(properties, isWritable: true)
    #expect(try XMPPacket(Array(document.utf8)).names == Set(properties.map(\.expandedName)))
  }

  @Test(arguments: [
    "", "text", "<a/>", "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>",
    "<!DOCTYPE a>" + SampleXMP.packet(""), SampleXMP.packet("<rdf:Description>"),
    SampleXMP.packet("<rdf:Description></rdf:description>"), SampleXMP.packet("<rdf:Bag/>"),
    SampleXMP.packet("<rdf:Description a:b=''/>"), SampleXMP.packet("<rdf:Description b=''/>"),
    SampleXMP.packet("<rdf:Description rdf:nodeID='a'/>"),
    SampleXMP.packet("<rdf:Description rdf:about='a'/><rdf:Description rdf:about='b'/>"),
    SampleXMP.packet("<rdf:Description rdf:about='' rdf:about=''/>"),
    SampleXMP.packet("<rdf:Description rdf:about='<'/>"), SampleXMP.packet("&own;"),
    SampleXMP.packet("&#xD800;"), SampleXMP.packet("&#+65;"), SampleXMP.packet("& "),
    SampleXMP.packet("<!-- "), SampleXMP.packet("<![CDATA["), SampleXMP.packet("\u{1}"),
    SampleXMP.packet("<rdf:Description xmlns:e=''/>"), SampleXMP.packet("<:a/>"),
    SampleXMP.packet("</rdf:RDF><rdf:RDF xmlns:rdf='\(SampleXMP.rdf)'>"),
    SampleXMP.packet("") + "<a/>", SampleXMP.packet("") + "text",
    "<?xml version='1.0' encoding='ISO-8859-1'?>" + SampleXMP.packet(""),
    SampleXMP.packet(String(repeating: "<rdf:Description>", count: 200)),
  ])
  func `XMP that isn't understood is left alone`(packet: String) {
    #expect(throws: EmbeddingRefusal.unreadableXMP) { try XMPPacket(Array(packet.utf8)) }
  }

  @Test func `other encodings than UTF-8 are left alone`() throws {
    let packet = SampleXMP.packet(SampleXMP.jane)
    let wide = packet.utf16.flatMap { $0.littleEndianBytes }
    #expect(throws: EmbeddingRefusal.unreadableXMP) { try XMPPacket(wide) }
    #expect(throws: EmbeddingRefusal.unreadableXMP) { try XMPPacket(Array(packet.utf8) + [0xFF]) }
  }

  @Test(arguments: [
    "\u{FEFF}" + SampleXMP.packet(SampleXMP.jane), SampleXMP.packet(SampleXMP.jane) + "\n\0\0",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!-- a < b & c -->" + SampleXMP.packet(""),
    SampleXMP.packet(
      "<rdf:Description><a xmlns='b:'>&#65;&lt;<![CDATA[<&>]]></a></rdf:Description>"),
  ])
  func `what XML allows is read`(packet: String) throws {
    #expect(try added([title], to: packet).contains(bytes: title.element))
  }

  @Test func `a name of parts elsewhere stops it`() {
    let note = "<rdf:Description xmlns:n='http://ns.adobe.com/xmp/note/' n:HasExtendedXMP='0'/>"
    #expect(throws: EmbeddingRefusal.extendedXMP) {
      try XMPPacket(Array(SampleXMP.packet(note).utf8))
    }
    let manifest = "<rdf:Description xmlns:t='http://purl.org/dc/terms/' t:provenance='u'/>"
    #expect(throws: EmbeddingRefusal.signed) {
      try XMPPacket(Array(SampleXMP.packet(manifest).utf8))
    }
  }
}

extension String {
  /// What stands before a text that is in it once
  fileprivate func before(_ text: String) -> String { components(separatedBy: text)[0] }

  /// The rest
  fileprivate func from(_ text: String) -> String { text + components(separatedBy: text)[1] }
}
