import Foundation
@testable import PhotoSearch
import Testing

/// Whose work a picture of NASA's library is, by all that its row says
///
/// A licence that is wrong is worse than none: what isn't NASA's for certain is unknown.
@Suite struct NASARightsTests {
  private func license(_ members: String) throws -> License? {
    let link =
      #"{"href":"https://images-assets.nasa.gov/image/a/a~thumb.jpg","rel":"preview","#
      + #""render":"image"}"#
    let row = #"{"data":[{"nasa_id":"PIA1",\#(members)}],"links":[\#(link)]}"#
    let page = try NASA().page(#"{"collection":{"items":[\#(row)]}}"#)
    return try #require(page.photos.first).license
  }

  @Test(arguments: [
    #""center":"KSC""#, #""center":"JSC","photographer":"JSC""#, #""center":"NASA Headquarters""#,
    #""center":"lrc","photographer":"N/A","secondary_creator":"n/a""#,
    #""center":"JSC","photographer":null,"description":"ISS026-S-001 (June 2010) ---""#,
    #""photographer":"NASA""#, #""photographer":"NASA/GSFC","secondary_creator":"NASA""#,
    #""secondary_creator":"NASA/Goddard""#, #""photographer":"NASA/Bill Ingalls""#,
    #""photographer":"NASA/GSFC/Bill Hrybyk""#, #""photographer":"NASA Langley/Sean Smith""#,
    #""photographer":"NASA Glenn Research Center""#, #""photographer":"NASA Ames""#,
    #""photographer":"NASA HQ PHOTO/Joel Kowsky""#,
    #""photographer":"NASA Photographer: Tony Landis""#,
    #""photographer":"The National Aeronautics and Space Administration""#,
    #""center":"LARC","photographer":"Langley""#, #""photographer":"NASA Headquarters""#,
    #""center":"KSC","photographer":"Kennedy Space Center""#,
    #""center":"KSC","photographer":"John F. Kennedy Space Center""#,
    #""photographer":"NASA/Robert G. Markowitz and NASA/Norah Moran""#,
    #""center":"HQ","photographer":"Bill Ingalls","description":"Mars. Photo Credit: (NASA/Bill Ingalls)""#,
    #""center":"KSC","description":"A kitten. Photo credit: NASA/KSC.""#,
    #""center":"KSC","description":"Dawn is to launch June 30. Photo credit: NASA/Jim O’Grossmann""#,
    #""center":"KSC","description":"(Photo credit: NASA/Kim Shiflett) It leaves today.""#,
    #""center":"JSC","description":"Photo credit: NASA or National Aeronautics and Space Administration""#,
    #""center":"GSFC","description":"Image courtesy of NASA's Goddard Space Flight Center. It is old.""#,
    #""center":"GSFC","description":"Image credit: NASA/USGS, NOAA and the U.S. Navy. It is old.""#,
    #""center":"AFRC","description":"It flies. (NASA Photo by Carla Thomas)""#,
    #""center":"JSC","description":"Photo taken by NASA astronaut Don Pettit.""#,
    #""center":"MSFC","description":"NASA photographer Emmett Given looks at a JPL rover.""#,
    #""photographer":"NASA/Kim Yu""#, #""center":"GSFC","description":"Credit: NASA’s Goddard""#,
    #""center":"KSC","title":"Kittens by Night","keywords":["NASA","Lockheed Martin"]"#,
    #""center":"KSC","description":"It was taken to the pad, followed by a truck of Boeing's.""#,
    #""center":"AFRC","description":"NASA Photo / Tom Tschida""#, #""photographer":"NASA WFF""#,
    #""center":"GSFC","description":"Image captured in 2010 by NASA. See a.nasa.gov/image/a""#,
  ])
  func `a picture is the government's where all who are named are NASA's or another agency's`(
    members: String
  ) throws {
    #expect(try license(members) == .usGovernmentWork)
  }

  @Test(arguments: [
    #""center":"KSC","description":"Photo taken by Keith Meyers of the New York Times""#,
    #""center":"JPL""#, #""center":"ESA""#, #""center":"N/A""#, #""photographer":"KSC""#,
    #""center":"JPL","secondary_creator":"NASA/JPL""#, #""secondary_creator":"NASA/JPL-Caltech""#,
    #""photographer":"NASA","secondary_creator":"ESA/NASA""#,
    #""photographer":"NASA/ESA/Tim Peake""#,
    #""center":"KSC","photographer":"Ada Lovelace""#, #""center":"JSC","photographer":"Johnson""#,
    #""center":"KSC","photographer":"Ada""#, #""center":"KSC","photographer":"NASA/Ada""#,
    #""center":"KSC","photographer":7"#, #""center":"KSC","photographer":["Ada Lovelace"]"#,
    #""center":"KSC","photographer":"NASA/Lockheed Martin""#, #""photographer":"NASA/Boeing""#,
    #""photographer":"NASA/Northrop Grumman""#, #""photographer":"NASA/Blue Origin""#,
    #""secondary_creator":"NASA/GSFC/Arizona State University""#,
    #""secondary_creator":"NASA/JHUAPL/SWRI""#, #""secondary_creator":"NASA/Johns Hopkins""#,
    #""secondary_creator":"NASA/GSFC/Solar Dynamics Observatory""#,
    #""secondary_creator":"NASA, ESA, and the Hubble Heritage Team (STScI/AURA)""#,
    #""photographer":"NASA and Ada Lovelace""#,
    #""photographer":"NASA/Bill Ingalls, Ada Lovelace""#,
    #""center":"GSFC","description":"Credits: NASA's kittens""#,
    #""center":"KSC","description":"Photo credit: SpaceX""#,
    #""center":"KSC","description":"Credit:""#,
    #""center":"KSC","description":"Photo credit: NASA (Ada Lovelace)""#,
    #""center":"KSC","description":"Photo: Ada Lovelace""#, #""center":"KSC","title":"© Ada""#,
    #""photographer":"NASA","description":"Copyright Ada""#,
    #""center":"HQ","title":"Courtesy of Ada""#, #""center":"HQ","description":"Courtesy photo""#,
    #""center":"MSFC","description":"Image by Lockheed Martin""#,
    #""center":"GSFC","description":"NASA image courtesy Jeff Schmaltz, MODIS Rapid Response""#,
    #""center":"JSC","description":"It was photographed by an Expedition 31 crew member.""#,
    #""center":"KSC","description_508":"Photographer: Ada Lovelace""#,
    #""center":"KSC","keywords":["kitten","Photo by Ada Lovelace"]"#,
    #""center":"KSC","description":"Image processing: Ada Lovelace""#,
    #""center":"KSC","description":"It is CC BY 4.0""#, #""photographer":"NASA/Ada L.""#,
    #""center":"KSC","description":"Photo by: Keith Meyers""#,
    #""center":"KSC","description":"Photo(s) by Keith Meyers""#,
    #""center":"KSC","description":"Photograph (by Keith Meyers)""#,
    #""center":"KSC","description":"Illustration, by Ada Lovelace""#,
    #""center":"KSC","description":"Photo taken in 1969 by Keith Meyers""#,
    #""center":"KSC","title":"Photographed for NASA at the pad by Ada Lovelace""#,
    #""center":"JSC","description":"A photo taken from the ISS by ESA's Tim Peake.""#,
    #""center":"KSC","description":"The photo was made by Ada Lovelace.""#,
    #""center":"KSC","description":"Credit: NASA. Photo by Ada Lovelace.""#,
    #""center":"KSC","title":"Imaged by ESA""#, #""center":"KSC","title":"Image via SpaceX""#,
    #""center":"KSC","description":"Photo/Ada Lovelace""#,
    #""center":"KSC","description":"Photo : Ada Lovelace""#,
    #""center":"KSC","description":"Rendering: SpaceX""#, #""center":"KSC","title":"It is CC-BY""#,
    #""center":"KSC","description":"Ada. Rights reserved.""#, #""photographer":"NASA/Cal Poly""#,
    #""photographer":"NASA/Notre Dame""#, #""photographer":"NASA/Cornell Univ.""#,
    #""photographer":"NASA/Thales Alenia""#, #""photographer":"NASA/Lawrence Livermore""#,
    #""photographer":"NASA/Orlando Sentinel""#, #""photographer":"NASA/British Antarctic""#,
    #""photographer":"NASA/Max Planck""#, #""photographer":"NASA/Joby Aviation""#,
    // What nobody would write is bounded, not read.
    #""center":"KSC","description":"\#(String(repeating: "by ", count: 2_000))""#,
    #""center":"KSC","description":"\#(String(repeating: "Credit: NASA. ", count: 200))""#,
    #""center":"KSC","description":"\#(String(repeating: "A kitten. ", count: 6_000))""#,
    #""center":"KSC","description":"Photographers watch. Used with permission.""#,
  ])
  func `a picture's licence is unknown where somebody else is named, or isn't understood`(
    members: String
  ) throws {
    #expect(try license(members) == nil)
  }
}
