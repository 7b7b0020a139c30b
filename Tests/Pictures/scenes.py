"""Scenes of the first set: harbors and red pandas; each paints on a Scene"""
import math

BRICK, STEEL, SAND = (176, 84, 66), (96, 110, 126), (226, 206, 170)
HOUSES = [(214, 120, 92), (236, 196, 120), (150, 178, 190), (226, 214, 196), (188, 96, 84), (142, 168, 138)]
HULLS = [(196, 66, 60), (48, 96, 140), (236, 232, 220), (62, 128, 112), (230, 170, 70)]


def mix(one, other, share):
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other))


INK, CREAM = (34, 30, 44), (255, 240, 214)


def water(scene, top):
    """From a height down, with what glitters on it"""
    deep = mix(scene.sky[0], (28, 84, 112), 0.5)
    for row in range(round(top * scene.height), scene.height):
        depth = (row / scene.height - top) / (1 - top)
        scene.draw.line([(0, row), (scene.width, row)], mix(mix(deep, scene.sky[-1], 0.55), deep, depth))
    for _ in range(46):
        y, wide = scene.uniform(top + 0.02, 0.99), scene.uniform(0.01, 0.05)
        x = scene.uniform(0, 1)
        scene.draw.line(scene.points([(x - wide, y), (x + wide, y)]), mix(deep, CREAM, scene.uniform(0.15, 0.45)), 2)
    return deep


def box(scene, left, top, right, low, color):
    scene.draw.rectangle([left * scene.width, top * scene.height, right * scene.width, low * scene.height], color)


def shape(scene, x, y, size, points, color):
    """A polygon around a point, its size in parts of the shorter edge"""
    wide, high = size * scene.unit / scene.width, size * scene.unit / scene.height
    scene.draw.polygon([((x + a * wide) * scene.width, (y + b * high) * scene.height) for a, b in points], color)


def mast(scene, x, y, size, points, color, width=3):
    wide, high = size * scene.unit / scene.width, size * scene.unit / scene.height
    scene.draw.line([((x + a * wide) * scene.width, (y + b * high) * scene.height) for a, b in points], color, width)


def shimmer(scene, x, y, size, color, deep):
    """The broken reflection below a boat"""
    for step in range(5):
        wide = size * scene.unit / scene.width * scene.uniform(0.5, 1.0) * (1 - step * 0.14)
        row = y + (0.1 + step * 0.12) * size * scene.unit / scene.height
        scene.draw.line(scene.points([(x - wide, row), (x + wide, row)]), mix(deep, color, 0.5 - step * 0.08), 3)


def fishing_boat(scene, x, y, size, deep):
    hull = scene.random.choice(HULLS)
    shimmer(scene, x, y, size, hull, deep)
    mast(scene, x, y, size, [(-0.1, -0.3), (-0.1, -1.5)], mix(INK, STEEL, 0.4), 4)
    mast(scene, x, y, size, [(-0.1, -1.4), (0.9, -0.5)], mix(INK, STEEL, 0.4), 2)
    shape(scene, x, y, size, [(0.0, -0.35), (0.0, -0.95), (0.6, -0.95), (0.6, -0.35)], (244, 240, 230))
    shape(scene, x, y, size, [(0.08, -0.6), (0.08, -0.85), (0.5, -0.85), (0.5, -0.6)], mix(deep, INK, 0.4))
    shape(scene, x, y, size, [(-1.15, -0.5), (1.15, -0.42), (0.9, 0.08), (-0.85, 0.08)], hull)
    shape(scene, x, y, size, [(-1.15, -0.5), (1.15, -0.42), (1.1, -0.32), (-1.08, -0.38)], mix(hull, CREAM, 0.6))


def along_the_quay(scene):
    scene.sun(), scene.clouds(), scene.birds()
    scene.hill(scene.ridge(0.4, 0.05, 0.4), mix(scene.sky[-1], scene.ground, 0.5))
    top, x = 0.62, -0.02
    while x < 1.02:
        wide, high = scene.uniform(0.09, 0.14), scene.uniform(0.16, 0.3)
        wall = mix(scene.random.choice(HOUSES), scene.sky[0], 0.18)
        box(scene, x, top - high, x + wide, top, wall)
        scene.draw.polygon(scene.points([(x - 0.004, top - high), (x + wide / 2, top - high - 0.07), (x + wide + 0.004, top - high)]), mix(BRICK, INK, scene.uniform(0.1, 0.4)))
        for row in range(max(1, int(high / 0.08))):
            for column in (0.28, 0.7):
                left, y = x + wide * column, top - high + 0.045 + row * 0.08
                box(scene, left - 0.012, y - 0.02, left + 0.012, y + 0.02, (255, 220, 140) if scene.random.random() < 0.4 else mix(wall, INK, 0.5))
        x += wide
    box(scene, 0, top, 1, top + 0.035, mix(SAND, INK, 0.35))
    deep = water(scene, top + 0.035)
    for turn in range(scene.random.randint(2, 4)):
        fishing_boat(scene, 0.14 + turn * 0.26 + scene.uniform(-0.05, 0.05), 0.76 + 0.05 * (turn % 2) + scene.uniform(0, 0.06), scene.uniform(0.08, 0.12), deep)


def by_the_lighthouse(scene):
    scene.sun(), scene.clouds(), scene.birds()
    top = scene.uniform(0.58, 0.66)
    scene.hill(scene.ridge(top - 0.03, 0.03, 0.5), mix(scene.sky[-1], scene.ground, 0.4))
    deep = water(scene, top)
    side = scene.random.choice([-1, 1])
    x, size = 0.5 - side * scene.uniform(0.12, 0.22), scene.uniform(0.3, 0.36)
    rock = mix(STEEL, INK, 0.45)
    shape(scene, x, top + 0.1, size, [(-0.6, 0.2), (-0.42, -0.08), (-0.1, -0.17), (0.2, -0.14), (0.5, 0.02), (0.7, 0.2)], rock)
    shape(scene, x, top + 0.1, size, [(-0.6, 0.2), (-0.3, 0.06), (0.1, 0.1), (0.7, 0.2)], mix(rock, INK, 0.4))
    base = top + 0.1 - 0.12 * size * scene.unit / scene.height
    if scene.is_dark or scene.random.random() < 0.4:
        beam = [(0, -1.26), (side * 2.6, -1.6), (side * 2.6, -1.0)]
        wide, high = size * scene.unit, size * scene.unit
        points = [(x * scene.width + a * wide, base * scene.height + b * high) for a, b in beam]
        scene.soft(lambda ink: scene.draw.polygon(points, ink), (255, 240, 190), 0.02, 110)
    color = scene.random.choice([(204, 62, 56), (38, 92, 138), (60, 66, 76)])
    for step in range(5):
        low, high = -step * 0.22, -(step + 1) * 0.22
        wide = lambda y: 0.15 + 0.05 * (1.1 + y)
        shape(scene, x, base, size, [(-wide(low), low), (wide(low), low), (wide(high), high), (-wide(high), high)], (246, 242, 232) if step % 2 else color)
    shape(scene, x, base, size, [(-0.2, -1.1), (0.2, -1.1), (0.2, -1.15), (-0.2, -1.15)], INK)
    shape(scene, x, base, size, [(-0.11, -1.15), (0.11, -1.15), (0.11, -1.34), (-0.11, -1.34)], (255, 226, 140))
    shape(scene, x, base, size, [(-0.16, -1.34), (0.16, -1.34), (0, -1.5)], color)
    fishing_boat(scene, 0.5 + side * 0.28, top + scene.uniform(0.14, 0.24), scene.uniform(0.06, 0.09), deep)


def under_the_cranes(scene):
    scene.sun(), scene.clouds()
    top = 0.66
    for turn in range(3):
        x, size = 0.16 + turn * 0.32 + scene.uniform(-0.05, 0.05), scene.uniform(0.4, 0.52)
        color = mix(scene.random.choice([(206, 76, 58), (56, 104, 152), (226, 158, 60)]), scene.sky[-1], 0.15 + 0.15 * (turn % 2))
        for leg in (-0.16, 0.16):
            mast(scene, x, top, size, [(leg, 0), (leg * 0.8, -1.0)], color, 9)
        mast(scene, x, top, size, [(-0.16, -0.4), (0.16, -0.4)], color, 6)
        mast(scene, x, top, size, [(-0.45, -0.82), (0.75, -0.82)], color, 10)
        mast(scene, x, top, size, [(-0.4, -0.82), (0, -1.12), (0.7, -0.82)], color, 3)
        mast(scene, x, top, size, [(0.45, -0.82), (0.45, -0.4)], mix(color, INK, 0.5), 2)
        shape(scene, x, top, size, [(0.36, -0.4), (0.54, -0.4), (0.54, -0.32), (0.36, -0.32)], scene.random.choice(HOUSES))
    for row in range(3):
        x = scene.uniform(-0.03, 0.03)
        while x < 1:
            if scene.random.random() < 0.85 - row * 0.2:
                box(scene, x, top - 0.045 * (row + 1), x + 0.085, top - 0.045 * row - 0.004, mix(scene.random.choice(HULLS + HOUSES), scene.sky[0], 0.2))
            x += 0.09
    box(scene, 0, top, 1, top + 0.03, mix(STEEL, INK, 0.5))
    deep = water(scene, top + 0.03)
    x, y, size = scene.uniform(0.4, 0.6), scene.uniform(0.82, 0.88), 0.2
    hull = scene.random.choice(HULLS)
    shimmer(scene, x, y, size * 1.7, hull, deep)
    for column in range(-5, 5):
        for row in range(scene.random.randint(1, 3)):
            left, low = column * 0.25, -0.3 - row * 0.18
            shape(scene, x, y, size, [(left, low), (left + 0.23, low), (left + 0.23, low - 0.16), (left, low - 0.16)], scene.random.choice(HULLS + HOUSES))
    shape(scene, x, y, size, [(1.3, -0.3), (1.3, -1.0), (1.65, -1.0), (1.65, -0.3)], (244, 240, 230))
    shape(scene, x, y, size, [(1.34, -0.8), (1.34, -0.92), (1.62, -0.92), (1.62, -0.8)], INK)
    shape(scene, x, y, size, [(-2.0, -0.32), (1.9, -0.32), (1.7, 0.1), (-1.7, 0.1)], hull)
    shape(scene, x, y, size, [(-1.76, 0.0), (1.76, 0.0), (1.7, 0.1), (-1.7, 0.1)], mix(hull, INK, 0.5))


def at_anchor(scene):
    scene.sun(), scene.clouds(), scene.birds()
    top = scene.uniform(0.5, 0.58)
    scene.hill(scene.ridge(top - 0.07, 0.06, 0.7), mix(scene.sky[-1], scene.ground, 0.35))
    line = scene.ridge(top - 0.02, 0.02, 0.3)
    near = mix(scene.ground, INK, 0.2)
    scene.hill(line, near), scene.trees(line, mix(near, INK, 0.3), 0.04)
    deep = water(scene, top)
    for turn in range(scene.random.randint(5, 8)):
        depth = turn / 8
        x, y, size = scene.uniform(0.06, 0.94), top + 0.06 + 0.3 * depth, 0.05 + 0.06 * depth
        hull = mix(scene.random.choice(HULLS), (250, 248, 240), 0.45)
        shimmer(scene, x, y, size, hull, deep)
        mast(scene, x, y, size, [(0, -0.2), (0, -3.0)], mix(INK, (230, 230, 226), 0.6), 3)
        mast(scene, x, y, size, [(-1.0, -0.25), (0, -2.9), (1.0, -0.25)], mix(deep, (240, 240, 236), 0.5), 1)
        mast(scene, x, y, size, [(0, -0.55), (-0.8, -0.5)], scene.random.choice(HULLS), 6)
        shape(scene, x, y, size, [(-0.4, -0.22), (-0.25, -0.42), (0.35, -0.42), (0.5, -0.22)], (248, 246, 240))
        shape(scene, x, y, size, [(-1.1, -0.24), (1.15, -0.28), (0.8, 0.1), (-0.8, 0.1)], hull)


class RedPanda:
    """A red panda, drawn around the middle of its head; sizes are of the head"""
    def __init__(self, scene, x, y, size):
        self.scene, self.x, self.y, self.size = scene, x * scene.width, y * scene.height, size * scene.unit
        self.fur = mix(scene.random.choice([(196, 92, 44), (184, 80, 40), (208, 108, 56)]), scene.sky[-1], 0.06)
        self.dark, self.pale = (62, 38, 36), (250, 240, 226)
        self.side, self.look = scene.random.choice([-1, 1]), scene.uniform(-0.05, 0.05)

    def at(self, *points):
        return [(self.x + x * self.size, self.y + y * self.size) for x, y in points]

    def oval(self, x, y, wide, high, color):
        self.scene.draw.ellipse([*self.at((x - wide, y - high))[0], *self.at((x + wide, y + high))[0]], color)

    def curve(self, points, color, width):
        self.scene.draw.line(self.at(*points), color, round(self.size * width), joint="curve")

    def tail(self, points, width=0.62):
        """Ringed, along a line"""
        for index, (x, y) in enumerate(points):
            ring = self.fur if index // 3 % 2 == 0 else mix(self.fur, (240, 190, 140), 0.55)
            thin = 1 - 0.3 * index / len(points)
            self.oval(x, y, width / 2 * thin, width / 2 * thin, self.dark if index > len(points) - 3 else ring)

    def head(self, is_asleep=False):
        for side in (-1, 1):
            self.oval(side * 0.78, -0.72, 0.36, 0.4, self.pale)
            self.oval(side * 0.74, -0.66, 0.22, 0.26, mix(self.dark, self.fur, 0.2))
        self.oval(0, 0, 1.06, 0.88, self.fur)
        for side in (-1, 1):
            self.oval(side * 0.74, 0.3, 0.34, 0.36, self.pale)
            self.oval(side * 0.4, -0.36, 0.2, 0.12, self.pale)
            # From each eye down, as if it had wept
            self.curve([(side * 0.4, 0.06), (side * 0.5, 0.34), (side * 0.54, 0.66)], mix(self.fur, self.dark, 0.45), 0.16)
        self.oval(0, 0.44, 0.42, 0.34, self.pale)
        for side in (-0.38, 0.38):
            if is_asleep:
                self.scene.draw.arc([*self.at((side - 0.17, -0.12))[0], *self.at((side + 0.17, 0.14))[0]], 15, 165, self.dark, max(3, round(self.size * 0.07)))
            else:
                self.oval(side, 0, 0.16, 0.17, self.dark)
                self.oval(side + self.look + 0.04, -0.06, 0.05, 0.05, (255, 255, 255))
        self.oval(0, 0.3, 0.17, 0.12, self.dark)
        for side in (-1, 1):
            self.scene.draw.line(self.at((0, 0.42), (side * 0.06, 0.54), (side * 0.2, 0.58)), self.dark, max(2, round(self.size * 0.04)))

    def sitting(self):
        side = self.side
        self.tail([(side * (0.9 + 1.5 * math.sin(turn / 18 * 1.7)), 2.9 - turn / 18 * 1.2) for turn in range(19)])
        self.oval(0, 2.0, 1.05, 1.2, self.fur)
        self.oval(0, 2.15, 0.72, 0.95, self.dark)
        for x in (-1, 1):
            self.curve([(x * 0.66, 1.35), (x * 0.62, 2.1), (x * 0.3, 2.35)], self.dark, 0.42)
            self.oval(x * 0.68, 3.1, 0.42, 0.24, self.dark)
        self.head()

    def lying(self, is_asleep):
        """Along a branch, whose upper edge is at 1.0"""
        side = self.side
        self.tail([(side * (3.0 + 0.55 * math.sin(turn / 18 * 2.4)), 0.65 + turn / 18 * 2.0) for turn in range(19)])
        self.oval(side * 1.75, 0.42, 1.75, 0.82, self.fur)
        for x in (0.9, 2.4):
            self.curve([(side * x, 0.7), (side * (x + 0.05), 1.75)], self.dark, 0.44)
        for x in (-0.35, 0.45):
            self.curve([(side * x, 0.75), (side * x, 1.6 if is_asleep else 1.2)], self.dark, 0.42)
        self.head(is_asleep)


def leaves(scene, count, color, size=0.03):
    for _ in range(count):
        x, y, lean = scene.uniform(-0.02, 1.02), scene.uniform(0, 1) ** 1.6, scene.uniform(-1, 1)
        shape(scene, x, y, size * scene.uniform(0.7, 1.5), [(0, 0), (0.6, 0.5 + lean * 0.5), (1.8, 1.2 * lean), (0.8, -0.4 + lean * 0.4)], mix(color, CREAM, scene.uniform(0, 0.25)))


def branch(scene, y, color):
    """Across the whole, its upper edge at that height in the middle"""
    lean, thick = scene.uniform(-0.03, 0.03), 0.075
    at = lambda x: y + (x - 0.5) * lean * 2
    wood = [(x / 20, at(x / 20) + scene.uniform(0, 0.006)) for x in range(-1, 22)]
    scene.draw.polygon(scene.points(wood + [(1.05, at(1) + thick * 0.6), (0.5, y + thick), (-0.05, at(0) + thick * 1.3)]), color)
    for _ in range(9):
        x = scene.uniform(0, 1)
        scene.draw.line(scene.points([(x, at(x) + 0.03), (x + scene.uniform(0.05, 0.15), at(x) + 0.032)]), mix(color, INK, 0.3), 3)
    for _ in range(4):
        x, side = scene.uniform(0.02, 0.98), scene.random.choice([-1, 1])
        top = (x + side * scene.uniform(0.05, 0.1), at(x) - scene.uniform(0.1, 0.2))
        scene.draw.line(scene.points([(x, at(x) + 0.01), top]), color, 6)
        for _ in range(5):
            scene.disc(top[0] + scene.uniform(-0.04, 0.04), top[1] + scene.uniform(-0.03, 0.03), scene.uniform(0.014, 0.03), mix(scene.ground, CREAM, scene.uniform(0.05, 0.35)))


def forest(scene):
    scene.sun(), scene.clouds()
    for depth in range(2):
        line = scene.ridge(0.56 + depth * 0.16, 0.05)
        color = mix(mix(scene.sky[-1], scene.ground, 0.35 + depth * 0.3), INK, 0.16 * depth)
        scene.hill(line, color), scene.trees(line, color, 0.1), scene.trees(line, mix(color, INK, 0.1), 0.08)


def on_a_branch(scene):
    forest(scene)
    y, size = scene.uniform(0.7, 0.76), scene.uniform(0.105, 0.135)
    branch(scene, y, (104, 78, 62))
    RedPanda(scene, scene.uniform(0.35, 0.65), y - 3.05 * size * scene.unit / scene.height, size).sitting()
    leaves(scene, 14, mix(scene.ground, (60, 120, 70), 0.4))


def asleep_on_a_branch(scene):
    forest(scene)
    y, size = scene.uniform(0.52, 0.6), scene.uniform(0.105, 0.135)
    branch(scene, y, (98, 74, 60))
    panda = RedPanda(scene, 0.5, y - 0.85 * size * scene.unit / scene.height, size)
    panda.x -= panda.side * 1.4 * panda.size
    panda.lying(is_asleep=True)
    leaves(scene, 12, mix(scene.ground, (60, 120, 70), 0.4))


def among_bamboo(scene):
    green = mix((96, 158, 84), scene.ground, 0.3)
    for depth in range(3):
        for _ in range(9 - depth * 2):
            x, wide = scene.uniform(0, 1), 0.012 + 0.01 * depth
            color = mix(mix(green, scene.sky[-1], 0.6 - depth * 0.25), INK, depth * 0.06)
            box(scene, x - wide, 0, x + wide, 1, color)
            for joint in range(8):
                y = joint * 0.14 + scene.uniform(0, 0.05)
                scene.draw.line(scene.points([(x - wide * 1.2, y), (x + wide * 1.2, y)]), mix(color, INK, 0.3), 4)
        leaves(scene, 14, mix(green, scene.sky[-1], 0.5 - depth * 0.22), 0.04)
    line = scene.ridge(0.9, 0.015)
    scene.hill(line, mix(green, INK, 0.45))
    size = scene.uniform(0.12, 0.145)
    panda = RedPanda(scene, scene.uniform(0.38, 0.62), 0.92 - 3.2 * size * scene.unit / scene.height, size)
    panda.sitting()
    panda.curve([(-0.5, 2.3), (0.5, 0.75)], mix(green, CREAM, 0.3), 0.09)
    for x, y in ((0.5, 0.75), (0.36, 0.98), (0.62, 0.98)):
        panda.oval(x, y, 0.26, 0.09, mix(green, CREAM, 0.15))
    panda.oval(-0.28, 2.2, 0.26, 0.24, panda.dark)
    scene.grass(line, mix(green, INK, 0.3), 0.07, 160)


def panda_portrait(scene):
    scene.soft(lambda ink: [scene.disc(scene.uniform(0, 1), scene.uniform(0, 1), scene.uniform(0.06, 0.16), ink) for _ in range(12)],
               mix(scene.ground, scene.sky[-1], 0.45), 0.04, 150)
    size = scene.uniform(0.27, 0.32)
    panda = RedPanda(scene, scene.uniform(0.44, 0.56), 0.5, size)
    panda.oval(0, 2.3, 1.5, 1.8, panda.fur), panda.oval(0, 2.1, 0.8, 1.3, panda.dark), panda.head()


def in_the_snow(scene):
    for depth in range(2):
        line = scene.ridge(0.5 + depth * 0.1, 0.04)
        color = mix(mix(scene.sky[-1], (80, 104, 118), 0.4 + 0.25 * depth), INK, 0.05)
        scene.hill(line, color), scene.trees(line, color, 0.1 + 0.02 * depth), scene.trees(line, mix(color, INK, 0.12), 0.09)
    line = scene.ridge(0.76, 0.02)
    scene.hill(line, (238, 242, 248))
    size = scene.uniform(0.12, 0.15)
    x = scene.uniform(0.35, 0.65)
    panda = RedPanda(scene, x, line(x) + 0.06 - 3.2 * size * scene.unit / scene.height, size)
    panda.sitting()
    scene.hill(scene.ridge(line(x) + 0.085, 0.012), (248, 250, 254))
    for _ in range(90):
        scene.disc(scene.uniform(0, 1), scene.uniform(0, 1), scene.uniform(0.003, 0.009), (255, 255, 255))


SCENES = [along_the_quay, by_the_lighthouse, under_the_cranes, at_anchor,
          on_a_branch, asleep_on_a_branch, among_bamboo, panda_portrait, in_the_snow]
