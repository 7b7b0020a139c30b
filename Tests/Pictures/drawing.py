"""Pictures that differ, drawn by number: scenes, clouds of color, shapes and pages of text"""
import random
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont
from draw import TOPICS, Scene

SCENES = [paint for topic in TOPICS.values() for paint in topic]


def drawn(number, edge, ratio):
    """A picture whose longer side has so many pixels, and whose width is its height times `ratio`; the same
    number is the same motif in each size"""
    chance = random.Random(f"picture {number}")
    wide, high = (1000, round(1000 / ratio)) if ratio > 1 else (round(1000 * ratio), 1000)
    paint = [scene, clouds, scene, shapes, scene, text, layered, scene][number % 8]
    image = paint(chance, wide, high)
    grain = octaves(chance, *image.size, 40, 3)
    image = Image.blend(image, ImageChops.overlay(image, Image.merge("RGB", [grain] * 3)), chance.uniform(0.1, 0.7))
    return image.resize([max(1, round(side * edge / max(image.size))) for side in image.size], Image.Resampling.LANCZOS)


def octaves(chance, wide, high, cells, count):
    """Noise in gray: `cells` across the longer side, then twice as many at half the strength, and so on"""
    result = None
    for step in range(count):
        across, down = (max(2, round(cells * 2**step * side / max(wide, high))) for side in (wide, high))
        layer = Image.frombytes("L", (across, down), chance.randbytes(across * down))
        layer = layer.resize((wide, high), Image.Resampling.BICUBIC)
        result = Image.blend(result, layer, 1 / 2**step / (2 - 1 / 2**step)) if result else layer
    return result


def scene(chance, wide, high):
    made = Scene(str(chance.random()), wide, high, None)
    chance.choice(SCENES)(made)
    return made.image.resize((wide, high))


def clouds(chance, wide, high):
    return Image.merge("RGB", [octaves(chance, wide, high, chance.randint(2, 6), 6) for _ in range(3)])


def color(chance):
    return tuple(chance.randint(0, 255) for _ in range(3))


def shapes(chance, wide, high):
    image = Image.composite(*(Image.new("RGB", (wide, high), color(chance)) for _ in range(2)), octaves(chance, wide, high, 2, 2))
    pen = ImageDraw.Draw(image)
    for _ in range(chance.randint(4, 30)):
        x, y, size = chance.uniform(0, wide), chance.uniform(0, high), chance.uniform(20, 300)
        box = [x - size, y - size * chance.uniform(0.3, 1), x + size, y + size * chance.uniform(0.3, 1)]
        corners = [(x + chance.uniform(-size, size), y + chance.uniform(-size, size)) for _ in range(chance.randint(3, 6))]
        chance.choice([lambda c: pen.ellipse(box, c), lambda c: pen.rectangle(box, c), lambda c: pen.polygon(corners, c),
                       lambda c: pen.line(corners, c, chance.randint(2, 20))])(color(chance))
    return image.filter(ImageFilter.GaussianBlur(chance.choice([0, 0, 1, 4])))


def text(chance, wide, high):
    paper, ink = sorted((color(chance) for _ in range(2)), key=sum, reverse=True)
    image = Image.new("RGB", (wide, high), paper)
    pen, y = ImageDraw.Draw(image), chance.uniform(10, 80)
    while y < high:
        size = chance.choice([18, 18, 24, 24, 36, 70])
        words = " ".join("".join(chance.choices("etaoinshrdlucm", k=chance.randint(2, 9))) for _ in range(chance.randint(1, 14)))
        pen.text((chance.uniform(10, wide / 3), y), words, ink, ImageFont.load_default(size))
        y += size * chance.uniform(1.2, 2.5)
    return image


def layered(chance, wide, high):
    """Ridges of noise, one before the other"""
    image = Image.new("RGB", (wide, high), color(chance))
    for layer in range(chance.randint(2, 5)):
        mask = octaves(chance, wide, high, chance.randint(2, 9), 5).point(lambda level: 255 if level > 128 else 0)
        image.paste(color(chance), mask=mask.filter(ImageFilter.GaussianBlur(chance.choice([0, 2, 12]))))
    return image
