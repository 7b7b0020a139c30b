"""What any web browser's checks need: pictures that stand for those of the services, and a look at captions"""
import functools, struct, zlib


@functools.cache
def png(seed):
    """A small picture of one color"""
    color = bytes([zlib.crc32(seed.encode()) >> shift & 255 for shift in (0, 8, 16)])
    rows = b"".join(b"\0" + color * 8 for _ in range(6))
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 6, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


# Captions of which a line is cut from below, or that lie over what follows; a line out of which an author
# is wrapped is higher than what is seen of it
cut = """[...document.querySelectorAll(".card")].flatMap((card) => {
  const lines = [...card.querySelectorAll(".words p, .words span, .words a")].filter((line) => line.checkVisibility());
  const isCut = lines.some((line) => getComputedStyle(line).display !== "inline"
    && getComputedStyle(line).flexWrap !== "wrap-reverse" && line.scrollHeight > line.clientHeight + 2);
  const bottom = Math.max(...lines.map((line) => line.getBoundingClientRect().bottom));
  return isCut || bottom > card.getBoundingClientRect().bottom + 1 ? [card.innerText] : [];
})"""
