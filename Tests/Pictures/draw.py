#!/usr/bin/env python3
"""Draws the pictures of the fixtures: JPEG files.

    draw.py Fixtures 304
    draw.py Fixtures/odd 400

It takes a folder of recordings, and how many pixels the longer edge of its pictures has. pictures.har says of
each file what it shows, the shape of the photo and its color, as in `cat 6000x4000 #a0b1c2`; in place of a
topic it may name a scene. All else comes from the file's name, so that the same name is drawn alike. Needs
Pillow; another version of it may write other bytes of the same picture.
"""
import colorsys, json, math, pathlib, random, sys
from PIL import Image, ImageColor, ImageDraw, ImageFilter
import scenes

EDGE, SQUARE, FINER = 400, 150, 2
CREAM, INK = (255, 240, 214), (34, 30, 44)
SKIES = [  # from the top down
    [(74, 144, 206), (206, 232, 244)], [(92, 84, 150), (250, 178, 150), (255, 226, 180)],
    [(44, 44, 96), (206, 96, 104), (252, 176, 110)], [(14, 20, 52), (44, 62, 116), (96, 110, 156)],
    [(150, 176, 186), (226, 234, 230)], [(240, 158, 84), (255, 224, 170)], [(98, 178, 178), (246, 236, 206)],
]
FURS = [(226, 146, 72), (120, 120, 130), (62, 54, 60), (240, 222, 190), (140, 98, 68), (246, 244, 238), (178, 168, 158)]
EYES = [(128, 190, 70), (232, 182, 44), (84, 164, 220), (204, 120, 40)]


def mix(one, other, share):
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other))


class Scene:
    """A canvas, and what is painted on it; x and y go from 0 to 1 over the whole of it, sizes are of its shorter edge"""
    def __init__(self, name, width, height, color, edge=EDGE):
        self.random = random.Random(name)
        self.width, self.height = (round(FINER * edge * side / max(width, height)) for side in (width, height))
        self.unit = min(self.width, self.height)
        sky = self.random.choice(SKIES)
        if color:
            hue, shade, light = colorsys.rgb_to_hsv(*(part / 255 for part in ImageColor.getrgb(color)))
            tone = tuple(round(255 * part) for part in colorsys.hsv_to_rgb(hue, min(shade, 0.6), max(0.35, min(light, 0.85))))
            sky = [mix(tone, INK, 0.25), tone, mix(tone, CREAM, 0.7)]
        self.sky, self.is_dark = sky, sum(sky[0]) < 200
        grass = tuple(round(255 * part) for part in colorsys.hsv_to_rgb(self.uniform(0.22, 0.45), 0.45, 0.5))
        self.ground = mix(grass, sky[0], 0.35)
        self.image = Image.new("RGB", (self.width, self.height))
        self.draw = ImageDraw.Draw(self.image)
        for row in range(self.height):
            place = row / self.height * (len(sky) - 1)
            at = min(int(place), len(sky) - 2)
            self.draw.line([(0, row), (self.width, row)], mix(sky[at], sky[at + 1], place - at))

    def uniform(self, low, high):
        return self.random.uniform(low, high)

    def points(self, points):
        return [(x * self.width, y * self.height) for x, y in points]

    def disc(self, x, y, radius, color, flat=1.0):
        x, y, radius = x * self.width, y * self.height, radius * self.unit
        self.draw.ellipse([x - radius, y - radius * flat, x + radius, y + radius * flat], color)

    def soft(self, paint, color, blur, strength=255):
        """What a function paints with a pen of its own, blurred"""
        mask = Image.new("L", self.image.size)
        pen, self.draw = self.draw, ImageDraw.Draw(mask)
        paint(strength)
        self.draw = pen
        self.image.paste(color, mask=mask.filter(ImageFilter.GaussianBlur(blur * self.unit)))

    def sun(self):
        x, y, radius = self.uniform(0.15, 0.85), self.uniform(0.14, 0.4), self.uniform(0.05, 0.1)
        color = (240, 240, 232) if self.is_dark else mix(CREAM, (255, 250, 240), self.uniform(0, 1))
        if self.is_dark:
            self.stars(70)
        self.soft(lambda ink: self.disc(x, y, radius * 2, ink), color, 0.08, 130)
        self.disc(x, y, radius, color)
        return x, y

    def stars(self, count):
        for _ in range(count):
            light = self.uniform(0.4, 1)
            self.disc(self.uniform(0, 1), self.uniform(0, 1), self.uniform(0.002, 0.005), mix(self.sky[0], (255, 250, 235), light))

    def clouds(self):
        for _ in range(self.random.randint(1, 3)):
            x, y, size = self.uniform(0, 1), self.uniform(0.08, 0.35), self.uniform(0.05, 0.09)
            puffs = [(x + self.uniform(-1, 1) * size * 1.6, y + self.uniform(-0.2, 0.1) * size, self.uniform(0.5, 1) * size) for _ in range(6)]
            self.soft(lambda ink: [self.disc(*puff, ink, 0.55) for puff in puffs], mix(self.sky[-1], (255, 255, 255), 0.6), 0.008, 210)

    def birds(self):
        x, y = self.uniform(0.2, 0.8), self.uniform(0.1, 0.3)
        for _ in range(self.random.randint(3, 6)):
            left, top, wing = x + self.uniform(-0.12, 0.12), y + self.uniform(-0.06, 0.06), self.uniform(0.012, 0.022)
            self.draw.line(self.points([(left - wing, top - wing * 0.6), (left, top), (left + wing, top - wing * 0.6)]), mix(self.sky[0], INK, 0.6), 3)

    def ridge(self, height, swing, rough=0.0):
        """A line from left to right: waves, or with peaks"""
        waves = [(self.uniform(1, 2.5) * (turn + 1), self.uniform(0, 7), swing / (turn + 1)) for turn in range(3)]
        heights = [self.uniform(-1, 1) for _ in range(13)]
        def at(x):
            wave = sum(math.sin(often * x * 3 + start) * size for often, start, size in waves)
            place = max(0, min(x, 0.999)) * 12
            peak = heights[int(place)] + (heights[int(place) + 1] - heights[int(place)]) * (place % 1)
            return height + wave * (1 - rough) + peak * swing * rough * 1.6
        return at

    def hill(self, line, color):
        steps = [step / 100 for step in range(-1, 102)]
        self.draw.polygon(self.points([(x, line(x)) for x in steps] + [(1.01, 1.01), (-0.01, 1.01)]), color)

    def hills(self, first=0.5, count=3, rough=0.0):
        """From far to near; gives the nearest line back"""
        for step in range(count):
            share = (step + 1) / count
            line = self.ridge(first + (0.84 - first) * step / max(1, count - 1), 0.06, rough * (1 - share))
            color = mix(mix(self.sky[-1], self.ground, 0.35 + 0.5 * share), INK, 0.32 * share)
            self.hill(line, color)
            if 0 < step < count - 1 and self.random.random() < 0.8:
                self.trees(line, mix(color, INK, 0.3), self.uniform(0.05, 0.09))
        return line

    def trees(self, line, color, size):
        is_pine, start = self.random.random() < 0.6, self.uniform(0, 0.6)
        for _ in range(self.random.randint(5, 11)):
            x, tall = start + self.uniform(0, 0.42), size * self.uniform(0.7, 1.3)
            y, wide = line(x) + 0.01, tall * self.unit / self.width
            if is_pine:
                for part in (0, 0.3, 0.6):
                    top = y - tall * (1.9 - part)
                    self.draw.polygon(self.points([(x, top), (x - wide * (0.3 + part * 0.4), top + tall * 0.8), (x + wide * (0.3 + part * 0.4), top + tall * 0.8)]), color)
            else:
                self.draw.rectangle(self.points([(x - wide * 0.06, y - tall), (x + wide * 0.06, y)]), color)
                for _ in range(4):
                    self.disc(x + self.uniform(-0.3, 0.3) * wide, y - tall * self.uniform(0.9, 1.4), tall * 0.38, color)

    def grass(self, line, color, tall=0.05, count=220):
        for _ in range(count):
            x = self.uniform(0, 1)
            y, lean = line(x) + self.uniform(0, 0.05), self.uniform(-0.015, 0.015)
            self.draw.line(self.points([(x, y), (x + lean, y - tall * self.uniform(0.4, 1))]), color, 3)

    def flowers(self, line):
        color = self.random.choice([(236, 110, 120), (250, 214, 90), (240, 240, 250), (190, 140, 220)])
        for _ in range(26):
            x = self.uniform(0, 1)
            self.disc(x, line(x) + self.uniform(0.02, 0.14), self.uniform(0.006, 0.011), color)

    def finished(self, is_square):
        """As small as it is shown"""
        if is_square:
            left, top = (self.width - self.unit) // 2, (self.height - self.unit) // 2
            middle = self.image.crop((left, top, left + self.unit, top + self.unit))
            return middle.resize((SQUARE, SQUARE), Image.Resampling.LANCZOS)
        return self.image.resize((self.width // FINER, self.height // FINER), Image.Resampling.LANCZOS)


class Cat:
    """A cat, drawn around the middle of its head; sizes are of the head"""
    def __init__(self, scene, x, y, size, is_spotted=False):
        self.scene, self.x, self.y, self.size = scene, x * scene.width, y * scene.height, size * scene.unit
        self.fur, self.eyes = scene.random.choice(FURS), scene.random.choice(EYES)
        if is_spotted:
            self.fur = scene.random.choice([(208, 164, 104), (190, 156, 120), (160, 134, 108)])
        self.dark, self.is_spotted = mix(self.fur, INK, 0.45), is_spotted
        self.look = scene.uniform(-0.08, 0.08)

    def at(self, *points):
        return [(self.x + x * self.size, self.y + y * self.size) for x, y in points]

    def oval(self, x, y, wide, high, color):
        self.scene.draw.ellipse([*self.at((x - wide, y - high))[0], *self.at((x + wide, y + high))[0]], color)

    def silhouette(self, color):
        """Seen from behind, as it sits: it looks where the viewer looks"""
        self.fur = self.dark = color
        self.sitting(has_face=False)

    def sitting(self, has_face=True):
        side = self.scene.random.choice([-1, 1])
        curve = [(side * (0.7 + 1.5 * math.sin(turn / 12 * 2.2)), 3.1 - turn / 12 * 1.7) for turn in range(13)]
        self.scene.draw.line(self.at(*curve), self.dark, round(self.size * 0.34), joint="curve")
        self.oval(*[curve[-1][0], curve[-1][1], 0.17, 0.17], self.dark)
        self.oval(0, 2.2, 1.05, 1.2, self.fur)
        self.oval(0, 1.4, 0.78, 1.0, self.fur)
        if has_face:
            self.oval(0, 1.75, 0.42, 0.75, mix(self.fur, (255, 250, 244), 0.5))
            for x in (-0.36, 0.36):
                self.oval(x, 3.2, 0.34, 0.2, mix(self.fur, (255, 250, 244), 0.35))
            self.marks(2.2, 1.0)
        self.head(has_face)

    def lying(self):
        side = self.scene.random.choice([-1, 1])
        curve = [(side * (2.9 - 1.8 * turn / 12), 0.95 + 0.3 * math.sin(turn / 2)) for turn in range(13)]
        self.oval(side * 1.35, 0.55, 1.75, 0.95, self.fur)
        self.marks(0.4, 1.4, side * 1.6)
        self.scene.draw.line(self.at(*curve), self.dark, round(self.size * 0.3), joint="curve")
        self.head()
        for x in (-0.4, 0.4):
            self.oval(x, 1.2, 0.36, 0.22, mix(self.fur, (255, 250, 244), 0.35))

    def marks(self, y, wide, x=0.0):
        for turn in range(-2, 3):
            if self.is_spotted:
                for row in (-0.45, -0.1, 0.3):
                    self.oval(x + turn * wide * 0.32 + row * 0.2, y + row, 0.11, 0.08, self.dark)
            elif turn:
                left = x + turn * wide * 0.36
                self.scene.draw.line(self.at((left, y - 0.55), (left + turn * 0.05, y - 0.1)), self.dark, max(2, round(self.size * 0.09)))

    def head(self, has_face=True):
        pink = mix(self.fur, (234, 140, 140), 0.6)
        for side in (-1, 1):
            self.scene.draw.polygon(self.at((side * 0.98, -1.25), (side * 0.2, -0.72), (side * 0.98, -0.1)), self.fur)
            if has_face:
                self.scene.draw.polygon(self.at((side * 0.87, -1.0), (side * 0.42, -0.68), (side * 0.86, -0.3)), pink)
        self.oval(0, 0, 1.02, 0.9, self.fur)
        if not has_face:
            return
        for x in (-0.22, 0, 0.22):
            self.scene.draw.line(self.at((x, -0.78), (x * 0.8, -0.45)), self.dark, max(2, round(self.size * 0.08)))
        self.oval(0, 0.42, 0.46, 0.34, mix(self.fur, (255, 250, 244), 0.6))
        for side in (-0.42, 0.42):
            self.oval(side, -0.05, 0.25, 0.25, self.eyes)
            self.oval(side + self.look, -0.05, 0.1, 0.21, INK)
            self.oval(side + self.look + 0.06, -0.14, 0.05, 0.05, (255, 255, 255))
        self.scene.draw.polygon(self.at((-0.12, 0.22), (0.12, 0.22), (0, 0.36)), pink)
        for side in (-1, 1):
            self.scene.draw.line(self.at((0, 0.34), (side * 0.07, 0.5), (side * 0.2, 0.53), (side * 0.29, 0.45)), INK, max(2, round(self.size * 0.04)))
            for lean in (-0.1, 0.06, 0.2):
                self.scene.draw.line(self.at((side * 0.4, 0.36 + lean * 0.4), (side * 1.35, 0.26 + lean)), mix(self.fur, (255, 255, 255), 0.8), 2)


def on_a_hill(scene):
    scene.sun(), scene.clouds(), scene.birds()
    line = scene.hills()
    x, size = scene.uniform(0.25, 0.75), scene.uniform(0.085, 0.12)
    cat = Cat(scene, x, line(x) - 2.7 * size * scene.unit / scene.height, size)
    cat.silhouette(mix(scene.ground, INK, 0.75)) if scene.random.random() < 0.4 else cat.sitting()
    scene.grass(scene.ridge(0.96, 0.01), mix(scene.ground, INK, 0.55))


def peeking(scene):
    scene.sun(), scene.clouds()
    line = scene.hills(count=2)
    x, size = scene.uniform(0.3, 0.7), scene.uniform(0.17, 0.24)
    Cat(scene, x, line(x) - 0.25 * size * scene.unit / scene.height, size).head()
    near = mix(scene.ground, INK, 0.4)
    scene.hill(line, near), scene.grass(line, near, 0.08), scene.flowers(line)


def at_a_window(scene):
    scene.sun(), scene.hills(0.6, 2)
    wall = mix(scene.random.choice([(196, 176, 160), (150, 170, 176), (206, 190, 150), (176, 150, 160)]), INK, 0.15)
    for box in ([0, 0, 1, 0.07], [0, 0, 0.08, 1], [0.92, 0, 1, 1], [0, 0.8, 1, 1]):
        scene.draw.rectangle([box[0] * scene.width, box[1] * scene.height, box[2] * scene.width, box[3] * scene.height], wall)
    frame = mix(wall, (255, 255, 255), 0.65)
    for line in ([(0.08, 0.07), (0.92, 0.07), (0.92, 0.8), (0.08, 0.8), (0.08, 0.07)], [(0.5, 0.07), (0.5, 0.8)], [(0.08, 0.4), (0.92, 0.4)]):
        scene.draw.line(scene.points(line), frame, round(scene.unit * 0.025))
    scene.draw.rectangle([0, 0.78 * scene.height, scene.width, 0.84 * scene.height], frame)
    size = scene.uniform(0.1, 0.13)
    for x in [scene.uniform(0.25, 0.4)] + [0.7] * scene.random.randint(0, 1):
        cat = Cat(scene, x, 0.8 - 3.25 * size * scene.unit / scene.height, size)
        cat.sitting(has_face=scene.random.random() < 0.7)


def close(scene):
    scene.soft(lambda ink: [scene.disc(scene.uniform(0, 1), scene.uniform(0, 1), scene.uniform(0.05, 0.14), ink) for _ in range(9)],
               mix(scene.sky[-1], CREAM, 0.4), 0.03, 120)
    size = scene.uniform(0.26, 0.32)
    cat = Cat(scene, scene.uniform(0.42, 0.58), 0.52, size)
    cat.oval(0, 2.4, 1.5, 1.9, cat.fur), cat.oval(0, 2.2, 0.7, 1.2, mix(cat.fur, (255, 250, 244), 0.5)), cat.head()


def on_a_wall(scene):
    scene.sun(), scene.clouds(), scene.birds(), scene.hills(0.62, 2)
    brick = mix(scene.random.choice([(170, 110, 92), (150, 146, 140), (186, 160, 120)]), scene.sky[0], 0.2)
    top = 0.72 * scene.height
    scene.draw.rectangle([0, top, scene.width, scene.height], brick)
    step = 0.07 * scene.unit
    for row in range(6):
        y = top + row * step
        scene.draw.line([(0, y), (scene.width, y)], mix(brick, INK, 0.25), 3)
        for column in range(-1, int(scene.width / step / 2) + 1):
            x = (column * 2 + row % 2) * step
            scene.draw.line([(x, y), (x, y + step)], mix(brick, INK, 0.25), 3)
    size = scene.uniform(0.11, 0.14)
    Cat(scene, scene.uniform(0.3, 0.45), 0.72 - 1.32 * size * scene.unit / scene.height, size).lying()
    if scene.random.random() < 0.5:
        Cat(scene, 0.82, 0.72 - 3.25 * 0.08 * scene.unit / scene.height, 0.08).sitting()


def in_tall_grass(scene):
    scene.sun(), scene.birds()
    line = scene.hills(0.5, 2, rough=0.6)
    straw = mix((206, 176, 104), scene.ground, scene.uniform(0.2, 0.6))
    scene.grass(line, mix(straw, INK, 0.2), 0.16, 260)
    size = scene.uniform(0.1, 0.14)
    cat = Cat(scene, scene.uniform(0.35, 0.65), line(0.5) - 1.2 * size * scene.unit / scene.height, size, is_spotted=True)
    scene.random.choice([cat.sitting, cat.lying])()
    for depth in (0.06, 0.12):
        scene.grass(lambda x: line(x) + depth + 0.06, mix(straw, CREAM, depth), 0.18, 240)


def in_space(scene):
    deep = mix(scene.sky[0], (10, 12, 34), 0.82)
    scene.image.paste(deep, (0, 0, scene.width, scene.height))
    for color in scene.random.sample([(120, 60, 150), (40, 110, 160), (170, 80, 90), (50, 130, 110)], 2):
        spots = [(scene.uniform(0, 1), scene.uniform(0, 1), scene.uniform(0.1, 0.25)) for _ in range(5)]
        scene.soft(lambda ink: [scene.disc(*spot, ink) for spot in spots], mix(deep, color, 0.9), 0.09, 170)
    scene.sky[0] = deep
    scene.stars(150)
    x, y, size = scene.uniform(0.3, 0.7), scene.uniform(0.35, 0.65), scene.uniform(0.14, 0.28)
    body = scene.random.choice([(206, 150, 104), (120, 160, 200), (190, 180, 170), (200, 110, 90), (130, 190, 170)])
    scene.soft(lambda ink: scene.disc(x, y, size * 1.15, ink), body, 0.04, 110)
    planet, mask = scene.image.copy(), Image.new("L", scene.image.size)
    pen = scene.draw
    scene.draw = ImageDraw.Draw(mask)
    scene.disc(x, y, size, 255)
    scene.draw = ImageDraw.Draw(planet)
    kind = scene.random.choice(["bands", "craters", "seas"])
    scene.disc(x, y, size, body)
    for _ in range(12):
        left, top, shade = x + scene.uniform(-1, 1) * size, y + scene.uniform(-1, 1) * size, scene.uniform(-0.25, 0.35)
        color = mix(body, INK, shade) if shade > 0 else mix(body, CREAM, -shade)
        scene.disc(x if kind == "bands" else left, top, size * (1.2 if kind == "bands" else scene.uniform(0.08, 0.3)), color, 0.07 if kind == "bands" else 1 if kind == "craters" else 0.5)
    scene.image.paste(planet, mask=mask)
    scene.draw = pen
    # The cat among the constellations
    stars = [(0, 1), (0.1, 0.45), (0, 0), (0.3, 0.18), (0.55, 0.18), (0.85, 0), (0.75, 0.45), (0.85, 1), (0.43, 1.2), (0, 1)]
    left, top, wide = scene.uniform(0.04, 0.12) if x > 0.5 else scene.uniform(0.7, 0.78), scene.uniform(0.05, 0.14), 0.17 * scene.unit
    shape = [(left * scene.width + a * wide, top * scene.height + b * wide) for a, b in stars]
    scene.draw.line(shape, mix(deep, (200, 210, 240), 0.45), 2)
    for a, b in shape:
        scene.draw.ellipse([a - 4, b - 4, a + 4, b + 4], (255, 250, 235))


def by_the_sea(scene):
    x, _ = scene.sun()
    scene.clouds(), scene.birds()
    top = scene.uniform(0.52, 0.64)
    if scene.random.random() < 0.6:
        scene.hill(scene.ridge(top - 0.04, 0.05, 0.5), mix(scene.sky[-1], scene.ground, 0.5))
    sea = mix(scene.sky[0], (30, 90, 120), 0.4)
    for row in range(round(top * scene.height), scene.height):
        scene.draw.line([(0, row), (scene.width, row)], mix(mix(sea, scene.sky[-1], 0.45), sea, (row / scene.height - top) / (1 - top)))
    for _ in range(36):
        y, wide = scene.uniform(top + 0.01, 0.98), scene.uniform(0.01, 0.05)
        left = x + scene.uniform(-0.1, 0.1) * (0.6 + y)
        scene.draw.line(scene.points([(left - wide, y), (left + wide, y)]), mix(sea, CREAM, 0.65), 3)
    at, sail = scene.uniform(0.2, 0.8), scene.uniform(0.07, 0.13)
    scene.draw.polygon(scene.points([(at, top - sail), (at, top + 0.03), (at + sail * 0.6, top + 0.03)]), (250, 246, 236))
    scene.draw.polygon(scene.points([(at - 0.05, top + 0.035), (at + 0.08, top + 0.035), (at + 0.05, top + 0.065), (at - 0.03, top + 0.065)]), mix(INK, (150, 80, 60), 0.5))
    scene.hill(scene.ridge(0.95, 0.03), mix(scene.ground, INK, 0.5))


def by_a_lake(scene):
    scene.sun(), scene.clouds()
    shore = 0.58
    scene.hill(scene.ridge(0.36, 0.12, 0.9), mix(scene.sky[-1], scene.ground, 0.45))
    line = scene.ridge(0.5, 0.04, 0.3)
    near = mix(scene.ground, INK, 0.25)
    scene.hill(line, near), scene.trees(line, mix(near, INK, 0.35), 0.07), scene.trees(line, mix(near, INK, 0.25), 0.06)
    edge = round(shore * scene.height)
    land = scene.image.crop((0, max(0, 2 * edge - scene.height), scene.width, edge)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    water = Image.blend(land.filter(ImageFilter.GaussianBlur(5)), Image.new("RGB", land.size, scene.sky[0]), 0.3)
    scene.image.paste(water, (0, edge))
    for _ in range(22):
        x, y, wide = scene.uniform(0, 1), scene.uniform(shore + 0.02, 0.97), scene.uniform(0.02, 0.09)
        scene.draw.line(scene.points([(x - wide, y), (x + wide, y)]), mix(scene.sky[-1], scene.sky[0], 0.3), 2)


def among_mountains(scene):
    scene.sun(), scene.clouds(), scene.birds()
    line = scene.hills(scene.uniform(0.34, 0.44), 4, rough=1.0)
    at = scene.uniform(0.25, 0.75)
    y, size = line(at) + 0.01, 0.09
    wide = size * scene.unit / scene.width
    tent = scene.random.choice([(214, 84, 64), (236, 180, 70), (84, 140, 170)])
    scene.draw.polygon(scene.points([(at, y - size), (at - wide, y + 0.02), (at + wide, y + 0.02)]), tent)
    scene.draw.polygon(scene.points([(at, y - size), (at - wide * 0.25, y + 0.02), (at + wide * 0.3, y + 0.02)]), mix(tent, INK, 0.5))
    scene.flowers(line)


def in_a_misty_forest(scene):
    for depth in range(4):
        color = mix(mix(scene.sky[-1], scene.ground, 0.25 + depth * 0.2), INK, 0.14 * depth)
        line = scene.ridge(0.46 + depth * 0.14, 0.04)
        scene.hill(line, color)
        for _ in range(3):
            scene.trees(line, color, 0.09 + 0.035 * depth)
        fog = 0.5 + depth * 0.14
        scene.soft(lambda ink: scene.disc(scene.uniform(0, 1), fog, 0.5, ink, 0.1), scene.sky[-1], 0.05, 120)


def over_dunes(scene):
    scene.sun(), scene.birds()
    sand = mix((226, 178, 116), scene.sky[0], 0.15)
    for depth in range(4):
        line = scene.ridge(0.5 + depth * 0.13, 0.05)
        scene.hill(line, mix(mix(sand, scene.sky[-1], 0.5 - depth * 0.16), INK, depth * 0.1))
    for step in range(12):
        scene.disc(0.2 + step * 0.05, 0.88 + 0.02 * math.sin(step), 0.008, mix(sand, INK, 0.45), 0.6)


def above_a_town(scene):
    scene.sun(), scene.clouds(), scene.hills(0.5, 2)
    for depth in (0, 1):
        x = -0.02
        while x < 1:
            wide, top = scene.uniform(0.07, 0.13), scene.uniform(0.56, 0.68) + depth * 0.12
            wall = mix(scene.random.choice([(206, 160, 120), (170, 120, 110), (190, 190, 180), (150, 160, 176)]), scene.sky[0], 0.3)
            wall = mix(wall, INK, 0.15 + depth * 0.15)
            scene.draw.rectangle([x * scene.width, top * scene.height, (x + wide) * scene.width, scene.height], wall)
            scene.draw.polygon(scene.points([(x - 0.008, top), (x + wide / 2, top - 0.07), (x + wide + 0.008, top)]), mix(wall, (120, 50, 40), 0.5))
            for row in range(3):
                for column in (0.3, 0.7):
                    left, y = x + wide * column, top + 0.05 + row * 0.09
                    scene.draw.rectangle([(left - 0.012) * scene.width, (y - 0.02) * scene.height, (left + 0.012) * scene.width, (y + 0.02) * scene.height],
                                         (255, 214, 130) if scene.random.random() < 0.5 else mix(wall, INK, 0.4))
            x += wide


TOPICS = {
    "cat": [on_a_hill, peeking, at_a_window, close, on_a_wall],
    "wildcat": [in_tall_grass],
    "space": [in_space],
    "landscape": [by_the_sea, by_a_lake, among_mountains, in_a_misty_forest, over_dunes, above_a_town],
}


# Each scene by its name
NAMED = {paint.__name__: paint for paint in scenes.SCENES + [paint for topic in TOPICS.values() for paint in topic]}


def main():
    fixtures, edge = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    entries = json.loads((fixtures / "pictures.har").read_text())["log"]["entries"]
    wanted = {one["response"]["content"]["_file"]: one["response"]["content"]["comment"] for one in entries}
    for old in (fixtures / "pictures").glob("*.jpg"):
        old.unlink()
    for path, comment in sorted(wanted.items()):
        topic, shape, color = (comment.split() + [None])[:3]
        file = fixtures / path
        name, is_square = file.stem.removesuffix("-square"), file.stem.endswith("-square")
        scene = Scene(name, *map(int, shape.split("x")), color, edge)
        number = int(name.rsplit("-", 1)[1])
        paints = TOPICS.get(topic) or [NAMED[topic]]
        paints[(number + len(name)) % len(paints)](scene)
        file.parent.mkdir(exist_ok=True)
        # A few come in several passes, as many a picture of the web does.
        scene.finished(is_square).save(file, quality=70, optimize=True, progressive=number % 4 == 0)


if __name__ == "__main__":
    main()
