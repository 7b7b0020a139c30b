/// Flickr's replies, in the words that the tests are about
enum FlickrReplies {
  /// - Parameter members: more members, each with a comma before it; the first of a name counts
  static func row(_ id: String, adding members: String = "") -> String {
    let image = #"https:\/\/live.staticflickr.com\/65535\/\#(id)_0a1b2c3d4e"#
    return """
      {"id":"\(id)"\(members),"owner":"12345678@N01","secret":"0a1b2c3d4e","server":"65535",
      "farm":66,"title":"Cranes &amp; gulls","ispublic":1,"isfriend":0,"isfamily":0,"license":"4",
      "description":{"_content":"In the <b>old<\\/b> port.\\nEvening."},"o_width":"4000",
      "o_height":"3000","dateupload":"1620299289","ownername":"Ada L.","tags":"harbour crane",
      "views":"0","media":"photo","media_status":"ready",
      "url_q":"\(image)_q.jpg","height_q":"150","width_q":"150",
      "url_n":"\(image)_n.jpg","height_n":240,"width_n":"320",
      "url_c":"\(image)_c.jpg","height_c":600,"width_c":800,
      "url_k":"\(image)_k.jpg","height_k":1536,"width_k":"2048",
      "url_o":"\(image)_o.png","height_o":"3000","width_o":"4000"}
      """
  }

  /// Without extras, as calls by others are recorded
  static func bareRow(_ id: String, adding members: String = "") -> String {
    """
    {"id":"\(id)"\(members),"owner":"12345678@N01","secret":"0a1b2c3d4e","server":"65535",
    "farm":66,"title":"Cranes"}
    """
  }

  static let info = """
    {"photo":{"id":"43007","secret":"0a1b2c3d4e","server":"65535","farm":66,
    "dateuploaded":"1620299289","license":4,"owner":{"nsid":"12345678@N01","username":"ada_l",
    "realname":"Ada L.","path_alias":null},"title":{"_content":"Cranes &amp; gulls"},
    "description":{"_content":"In the <b>old<\\/b> port."},"dates":{"posted":"1620299289"},
    "views":"0","tags":{"tag":[{"raw":"Old Port","_content":"oldport"}]},"location":
    {"latitude":"38.7","longitude":"-9.1","locality":{"_content":"Lisbon"},
    "region":{"_content":"Lisboa"},"country":{"_content":"Portugal"}},"media":"photo"},"stat":"ok"}
    """

  static let sizes = """
    {"sizes":{"size":[{"label":"Large Square","width":"150","height":"150","source":
    "https://live.staticflickr.com/65535/43007_0a1b2c3d4e_q.jpg","media":"photo"},
    {"label":"Site MP4","width":"640","height":"480","source":
    "https://www.flickr.com/photos/a/43007/play/site/x/","media":"video"},
    {"label":"Large 1600","width":1600,"height":"1200","source":
    "https://live.staticflickr.com/65535/43007_ffffffffff_h.jpg","media":"photo"},
    {"label":"Original","width":"4000","height":"3000","source":
    "https://live.staticflickr.com/65535/43007_eeeeeeeeee_o.png","media":"photo"}]},"stat":"ok"}
    """

  static let exposure = """
    {"photo":{"id":"43007","camera":"Lumo L-7","exif":[{"tag":"Make","raw":{"_content":"Lumo"}},
    {"tag":"Model","raw":{"_content":"L-7"}},{"tag":"ExposureTime","raw":{"_content":"1\\/250"}},
    {"tag":"FNumber","raw":{"_content":"3.5"}},{"tag":"FocalLength","raw":{"_content":"50 mm"}},
    {"tag":"ISO","raw":{"_content":"200"}}]},"stat":"ok"}
    """
}
