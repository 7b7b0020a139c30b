/// Bodies that are no API's reply
enum Pages {
  static let portal =
    "<!DOCTYPE html>\n<html><head><title>Sign in to the network</title></head>"
    + "<body><h1>Welcome to Café Kitten</h1><p>Accept the terms to go on.</p></body></html>\n"

  static let busy =
    "<html>\r\n<head><title>429 Too Many Requests</title></head>\r\n<body>\r\n"
    + "<center><h1>429 Too Many Requests</h1></center>\r\n</body>\r\n</html>\r\n"

  static let gateway =
    "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n"
    + "<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n"
}
