package import PhotoSearch

/// The four marks of licences, as the help explains them
extension License.Mark {
  /// The color of the mark's name, the uses that it allows, and what it asks in return
  package var meaning: String {
    switch self {
    case .free:
      "Green: you may use, sell and change the photo. Nothing is asked in return; a credit is "
        + "kind. The licences of Unsplash, Pexels and Pixabay forbid a few things, such as selling "
        + "a picture unchanged."
    case .freeWithCredit:
      "Olive: you may use, sell and change the photo if you name its author and licence; imgsearch "
        + "credit prints the line. With by-sa, your own version has to have the same licence. The "
        + "GFDL and the Free Art License have this mark, too."
    case .limited:
      "Yellow: some uses are forbidden, and a credit is required. nc: you may not earn money with "
        + "it. nd: you may not change it."
    case .ask:
      "Red: nothing is allowed unless the author agrees. All rights are reserved, or the licence "
        + "isn't known. Unknown does not mean free."
    }
  }

  /// The licences that have this mark, without conditions such as `commercial`
  package var codes: [PhotoFilters.LicenseCode] {
    PhotoFilters.LicenseCode.licenses.filter { $0.example.mark == self }
  }
}
